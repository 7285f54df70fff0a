import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import { noSuch } from '../core/problems.js';
import { recordChargeback, restoreChargeback } from '../earnings/order-reversals.js';
import type { Dispute } from '../payments/port.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { findPageOfPayment } from './sql/checkouts.js';
import {
  type DisputeRow,
  keepDispute,
  listDisputesOfOrder,
  markRestored,
  markReversed,
  sumTaken,
} from './sql/disputes.js';
import { findHolds, lockOrder } from './sql/orders.js';

/**
 * Applies the processor's report of a dispute, in the caller's transaction. While the bank only asks, nothing changes.
 * Once it has taken the money, the partner's earning is reversed; a dispute that is won gives it back. The order and
 * its tickets are not changed.
 *
 * @returns false for a payment that is not ours.
 */
export async function reportDispute(
  ctx: Context,
  tx: Transaction,
  { dispute, account, mode }: { dispute: Dispute; account: string | null; mode: Mode },
): Promise<boolean> {
  const page = await findPageOfPayment(tx, { mode, account, paymentReference: dispute.paymentReference });
  const order = page && (await lockOrder(tx, page.orderId));
  if (!order) return false;
  const now = ctx.clock.now();
  const known = await keepDispute(tx, order.id, dispute, now);
  const { id, orderId, state, reversedMinor, restored } = known;
  const tookMoney = state === 'open' || state === 'lost';
  const { currency } = order;
  const kept = { minor: order.totalMinor - order.refundedMinor - (await sumTaken(tx, order)), currency };
  // A payment that came twice earned nothing.
  if (tookMoney && reversedMinor === 0 && order.paymentReference === dispute.paymentReference) {
    await markReversed(
      tx,
      id,
      await recordChargeback(tx, { orderId, taken: { minor: known.amountMinor, currency }, kept }, now),
    );
    ctx.log[mode === 'live' ? 'warn' : 'info']({ orderId, dispute: id, state }, 'a payment is disputed');
  }
  if (state === 'won' && reversedMinor > 0 && !restored) {
    await restoreChargeback(tx, { orderId, kept, reversedMinor }, now);
    await markRestored(tx, id);
  }
  return true;
}

/** Disputes of an order's payment, oldest first. @throws {ProblemError} `invalid_request` for an unknown order. */
export async function listDisputes(ctx: Context, orderId: Id<'order'>): Promise<DisputeRow[]> {
  if ((await findHolds(ctx.sql, [orderId])).length === 0) throw noSuch('order', orderId);
  return listDisputesOfOrder(ctx.sql, orderId);
}
