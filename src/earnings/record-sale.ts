import { randomInt } from 'node:crypto';
import { type EventTerms, lockEventTerms, lockTermsForSale, spendReward } from '../catalogue/sql/event-terms.js';
import { newId } from '../core/ids.js';
import { endOf } from '../listings/rules/event-time.js';
import { type Reward, rateOf } from '../listings/rules/reward.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { rewardOf } from './estimate-reward.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { earningClock } from './rules/earnings.js';
import { uncredited } from './rules/sale-credit.js';
import { type EarningRow, insertEarning } from './sql/earnings.js';
import { insertEntry } from './sql/ledger.js';
import { eventOfOrder, findPaidOrder, insertSale, joinSales, type PaidOrderRow, type SaleRow } from './sql/sales.js';

/**
 * Records the sale of an order in the transaction that marks it paid, credits the company of its key and draws on the
 * event's reward budget. Who is credited is decided here, by what is true of the company now, not when the order began.
 * A company that is suspended, or whose agreement does not cover the event, and an event that pays nothing (now) make a
 * sale without an earning. Call it once, when the order becomes paid and before its ticket type is touched: events are
 * locked before ticket types everywhere.
 *
 * @returns the sale's id, or null for an order that credits no partner.
 */
export async function recordSale(tx: Transaction, orderId: string, now: Date): Promise<string | null> {
  const order = await findPaidOrder(tx, orderId);
  const terms = order && (await lockEventTerms(tx, order.eventId));
  return recordSaleOf(tx, { orderId, order, terms }, now);
}

/** A paid order as a sale is made of it. */
export interface PaidSale {
  orderId: string;
  order: PaidOrderRow | undefined;
  /** As they are under the lock of the event. */
  terms: EventTerms | undefined;
}

/** Of so many sales one goes alone, so that changes of the event come between. */
const ONE_ALONE = 16;

/** What a sale is made of, and the order itself; see {@link joinSales}. Sent together, as others wait from here on. */
export async function lockSale<T>(
  tx: Transaction,
  orderId: string,
  lockOrder: () => Promise<T>,
): Promise<PaidSale & { locked: T }> {
  const [, locked, terms, order] = await Promise.all([
    joinSales(tx, orderId, { alone: randomInt(ONE_ALONE) === 0 }),
    lockOrder(),
    lockTermsForSale(tx, eventOfOrder(tx, orderId)),
    findPaidOrder(tx, orderId),
  ]);
  return { orderId, locked, order, terms: terms ?? (await lockTermsForSale(tx, eventOfOrder(tx, orderId))) };
}

/** {@link recordSale} with what was read of the order, and of its event under the lock. */
export async function recordSaleOf(
  tx: Transaction,
  { orderId, order, terms }: PaidSale,
  now: Date,
): Promise<string | null> {
  if (!order) throw new Error(`there is no order ${orderId}`);
  const { companyId, keyId, credit, ...facts } = order;
  if (companyId === null || keyId === null) return null;
  if (!terms) throw new Error(`order ${orderId} has no event`);

  const rate = rateOf(terms);
  const reward = rewardOf(order, terms);
  const budgeted = reward !== null && terms.budgetMinor !== null;
  const sale: SaleRow = {
    id: newId('sale'),
    orderId,
    companyId,
    keyId,
    mode: facts.mode,
    eventId: facts.eventId,
    subId: facts.subId,
    quantity: facts.quantity,
    unitPriceMinor: facts.unitPriceMinor,
    paidMinor: facts.totalMinor,
    orderCurrency: facts.currency,
    rewardKind: rate?.kind ?? null,
    rewardAmountMinor: rate?.kind === 'flat' ? rate.amountMinor : null,
    rewardPercent: rate?.kind === 'percent' ? rate.percent : null,
    rewardedQuantity: reward?.tickets ?? 0,
    commissionMinor: reward?.commissionMinor ?? 0,
    currency: reward?.currency ?? facts.currency,
    budgeted,
    uncredited: uncredited(credit, credit),
    createdAt: now,
  };
  // Sent together: the event stays locked for one round trip.
  await Promise.all([
    budgeted && drawBudget(tx, sale, now),
    insertSale(tx, sale),
    reward && recordEarning(tx, sale, reward, terms, now),
  ]);
  return sale.id;
}

async function drawBudget(tx: Transaction, { eventId, commissionMinor }: SaleRow, now: Date): Promise<void> {
  const [drawn] = await Promise.all([
    spendReward(tx, eventId, commissionMinor),
    enqueue(tx, 'event.touched', [eventId], now),
  ]);
  if (!drawn) throw new Error('the reward budget moved under its lock');
}

async function recordEarning(
  tx: Transaction,
  sale: SaleRow,
  reward: Reward,
  terms: EventTerms,
  now: Date,
): Promise<void> {
  const clock = earningClock(terms.status === 'postponed' ? null : endOf(terms), now);
  const earning: EarningRow = {
    id: newId('earning'),
    saleId: sale.id,
    kind: 'sale',
    companyId: sale.companyId,
    keyId: sale.keyId,
    mode: sale.mode,
    eventId: sale.eventId,
    subId: sale.subId,
    currency: reward.currency,
    commissionMinor: reward.commissionMinor,
    transactionMinor: reward.currency === sale.orderCurrency ? sale.unitPriceMinor * sale.quantity : null,
    remainingMinor: reward.commissionMinor,
    status: 'pending',
    ...clock,
    settles: true,
    settlementId: null,
    createdAt: now,
    changedAt: now,
  };
  const entry = { ...earning, earningId: earning.id, orderId: sale.orderId, paidMinor: sale.paidMinor, reason: null };
  await Promise.all([insertEntry(tx, entry), insertEarning(tx, earning), recordEarningChanges(tx, [earning], now)]);
}
