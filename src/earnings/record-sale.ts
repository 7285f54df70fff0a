import { randomInt } from 'node:crypto';
import { type EventTerms, lockTermsForSale, spendReward } from '../catalogue/sql/event-terms.js';
import { type Id, newId } from '../core/ids.js';
import { endOf } from '../listings/rules/event-time.js';
import { type Reward, rateOf } from '../listings/rules/reward.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { toReward } from './estimate-reward.js';
import { recordEarningChanges } from './record-earning-changes.js';
import { earningClock } from './rules/earnings.js';
import { uncredited } from './rules/sale-credit.js';
import { type EarningRow, insertEarnings } from './sql/earnings.js';
import { insertEntries } from './sql/ledger.js';
import { eventOfOrder, findPaidOrders, insertSales, joinSales, type PaidOrderRow, type SaleRow } from './sql/sales.js';

/**
 * Records the sale of an order in the transaction that marks it paid, credits the company of its key and draws on the
 * event's reward budget. The company's current state decides who is credited, not its state when the order began. A
 * company that is suspended, or whose agreement does not cover the event, and an event that pays nothing (now) make a
 * sale without an earning. Call it once, when the order becomes paid and before its ticket type is touched: events are
 * locked before ticket types everywhere.
 *
 * @param terms of the event under {@link lockEventForSale}; absent: they are locked here.
 * @returns the sale's id, or null for an order that credits no partner.
 */
export async function recordSale(
  tx: Transaction,
  orderId: Id<'order'>,
  now: Date,
  terms?: EventTerms,
): Promise<string | null> {
  const orders = await findPaidOrders(tx, [orderId]);
  const order = orders.get(orderId);
  const locked = terms ?? (order && (await lockEventForSale(tx, order.eventId)));
  return (await recordSales(tx, [orderId], { orders, terms: locked }, now))[0] ?? null;
}

/** Locks the event for the sale of an order written later. Other sales go on, unless a reward budget is drawn. */
export async function lockEventForSale(tx: Transaction, eventId: Id<'event'>): Promise<EventTerms | undefined> {
  const event = tx`SELECT ${eventId} AS id`;
  const [, terms] = await Promise.all([joinSales(tx, event, { alone: isAlone() }), lockTermsForSale(tx, event)]);
  return terms;
}

/** Orders of one event as sales are made of them. */
export interface PaidSales {
  /** By their ids. */
  orders: ReadonlyMap<string, PaidOrderRow>;
  terms: EventTerms | undefined;
}

/** One sale in this many goes alone, so that changes of the event get a turn. */
const ONE_ALONE = 16;
const isAlone = () => randomInt(ONE_ALONE) === 0;

/**
 * What sales are made of, and the orders themselves; see {@link joinSales}. Sent together, as others wait from here on.
 *
 * @param orderIds of one event.
 */
export async function lockSales<T>(
  tx: Transaction,
  orderIds: readonly Id<'order'>[],
  lockOrders: () => Promise<T>,
): Promise<PaidSales & { locked: T }> {
  const event = eventOfOrder(tx, orderIds[0] ?? '');
  const [, locked, terms, orders] = await Promise.all([
    joinSales(tx, event, { alone: isAlone() }),
    lockOrders(),
    lockTermsForSale(tx, event),
    findPaidOrders(tx, orderIds),
  ]);
  return { locked, orders, terms };
}

/**
 * {@link recordSale} of several orders of one event, with the data that was read of them, and of the event under its
 * lock.
 *
 * @returns the ids of the sales.
 */
export async function recordSales(
  tx: Transaction,
  orderIds: readonly Id<'order'>[],
  { orders, terms }: PaidSales,
  now: Date,
): Promise<string[]> {
  const made: { sale: SaleRow; reward: Reward | null }[] = [];
  let drawnMinor = 0;
  for (const orderId of orderIds) {
    const order = orders.get(orderId);
    if (!order) throw new Error(`there is no order ${orderId}`);
    if (!terms) throw new Error(`order ${orderId} has no event`);
    // Each draws from what those before it left.
    const sale = toSale(order, { ...terms, spentMinor: terms.spentMinor + drawnMinor }, now);
    if (!sale) continue;
    if (sale.sale.budgeted) drawnMinor += sale.sale.commissionMinor;
    made.push(sale);
  }
  const [first] = made;
  if (!first || !terms) return [];
  const sales = made.map(({ sale }) => sale);
  const earnings = made.flatMap(({ sale, reward }) =>
    reward ? [{ sale, earning: toEarning(sale, reward, terms, now) }] : [],
  );
  // Sent together: the event stays locked for one round trip.
  await Promise.all([
    sales.some(({ budgeted }) => budgeted) && drawBudget(tx, first.sale.eventId, drawnMinor, now),
    insertSales(tx, sales),
    earnings.length > 0 && recordEarnings(tx, earnings, now),
  ]);
  return sales.map(({ id }) => id);
}

const sum = <T>(all: readonly T[], of: (item: T) => number): number => all.reduce((total, item) => total + of(item), 0);

/** Null: it credits no partner. */
function toSale(order: PaidOrderRow, terms: EventTerms, now: Date): { sale: SaleRow; reward: Reward | null } | null {
  const { id: orderId, companyId, keyId, mode, source, eventId, subId, lines, totalMinor, currency } = order;
  if (companyId === null || keyId === null) return null;
  const rate = rateOf(terms);
  const reward = toReward(order, terms);
  const sale: SaleRow = {
    ...{ id: newId('sale'), orderId, companyId, keyId, mode, source, eventId, subId },
    quantity: sum(lines, ({ quantity }) => quantity),
    priceMinor: sum(lines, ({ priceMinor, quantity }) => priceMinor * quantity),
    paidMinor: totalMinor,
    orderCurrency: currency,
    rewardKind: rate?.kind ?? null,
    rewardAmountMinor: rate?.kind === 'flat' ? rate.amount.minor : null,
    rewardPercent: rate?.kind === 'percent' ? rate.percent : null,
    rewardedQuantity: reward?.tickets ?? 0,
    commissionMinor: reward?.commission.minor ?? 0,
    currency: reward?.commission.currency ?? currency,
    budgeted: reward !== null && terms.budgetMinor !== null,
    uncredited: uncredited(order, order),
    createdAt: now,
  };
  return { sale, reward };
}

async function drawBudget(tx: Transaction, eventId: Id<'event'>, minor: number, now: Date): Promise<void> {
  const [drawn] = await Promise.all([spendReward(tx, eventId, minor), enqueue(tx, 'event.touched', [eventId], now)]);
  if (!drawn) throw new Error('the reward budget moved under its lock');
}

function toEarning(sale: SaleRow, reward: Reward, terms: EventTerms, now: Date): EarningRow {
  const clock = earningClock(terms.status === 'postponed' ? null : endOf(terms), now);
  const { companyId, keyId, mode, eventId, orderId, subId } = sale;
  const { minor, currency } = reward.commission;
  return {
    ...{
      id: newId('earning'),
      saleId: sale.id,
      kind: 'sale',
      companyId,
      keyId,
      mode,
      eventId,
      orderId,
      subId,
      currency,
    },
    commissionMinor: minor,
    transactionMinor: currency === sale.orderCurrency ? sale.priceMinor : null,
    remainingMinor: minor,
    status: 'pending',
    ...clock,
    settles: true,
    settlementId: null,
    createdAt: now,
    changedAt: now,
  };
}

async function recordEarnings(
  tx: Transaction,
  made: readonly { sale: SaleRow; earning: EarningRow }[],
  now: Date,
): Promise<void> {
  const earnings = made.map(({ earning }) => earning);
  const entries = made.map(({ sale: { paidMinor }, earning }) => ({
    ...earning,
    earningId: earning.id,
    paidMinor,
    reason: null,
  }));
  await Promise.all([
    insertEntries(tx, entries),
    insertEarnings(tx, earnings),
    recordEarningChanges(tx, earnings, now),
  ]);
}
