import type { Id } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import { deleteTestDeliveries } from '../deliveries/sql/delivery-log.js';
import { recordEarningChanges } from '../earnings/record-earning-changes.js';
import { stepTestEarnings } from '../earnings/sql/earnings-maturing.js';
import { cancelOrder } from '../orders/end-hold.js';
import { SETTLED } from '../orders/rules/order-status.js';
import { listTestOrders } from '../orders/sql/orders.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { noteGoLive } from './go-live.js';
import { refundAll } from './test-sales.js';

/** Open orders that one reset cancels, and paid ones that it refunds. */
const OPEN = 1_000;
const PAID = 2_000;
const BATCH = 1_000;

interface OfCompany {
  companyId: Id<'company'>;
}

/**
 * Moves the newest thousand of a company's test earnings on by one state, as if their time had come: pending to approved, approved
 * to ready. The clock of the service, which all companies share, does not move. Webhooks of the keys get `earnings.changed`.
 */
export async function stepSandbox(ctx: Context, { companyId }: OfCompany): Promise<{ moved: number }> {
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const moved = await stepTestEarnings(tx, companyId, now, BATCH);
    await recordEarningChanges(tx, moved, now);
    const details = { moved: moved.length };
    await recordAction(ctx, tx, { action: 'sandbox.step', companyId, objectId: companyId, details });
    return { moved: moved.length };
  });
}

/** Cancels open test orders, refunds test sales and deletes finished test deliveries; the ledger's records add up to zero. */
export async function resetSandbox(
  ctx: Context,
  { companyId }: OfCompany,
): Promise<{ cancelled: number; refunded: number; deliveries: number }> {
  // The steps of the checklist that the deliveries prove must outlive them.
  await noteGoLive(ctx, companyId);
  await ctx.sql.begin((tx) => recordAction(ctx, tx, { action: 'sandbox.reset', companyId, objectId: companyId }));
  let cancelled = 0;
  const open = await listTestOrders(ctx.sql, { companyId, statuses: ['awaiting_payment'], limit: OPEN });
  for (const orderId of open) cancelled += Number(await cancel(orderId));
  let refunded = 0;
  for (const orderId of await listTestOrders(ctx.sql, { companyId, statuses: SETTLED, limit: PAID })) {
    if (await refundAll(ctx, orderId)) refunded += 1;
  }
  const deliveries = await inBatches(BATCH, (limit) => deleteTestDeliveries(ctx.sql, companyId, limit));
  return { cancelled, refunded, deliveries };

  /** @returns whether it was still open. */
  async function cancel(orderId: Id<'order'>): Promise<boolean> {
    try {
      await cancelOrder(ctx, { caller: { companyId, mode: 'test' }, orderId });
      return true;
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'order_not_open') return false;
      throw error;
    }
  }
}
