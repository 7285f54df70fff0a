import { type EventTerms, findEventTerms } from '../catalogue/sql/event-terms.js';
import type { Id } from '../core/ids.js';
import { type Reward, rateOf, rewardForSale } from '../listings/rules/reward.js';
import type { Queryable } from '../platform/database/database.js';
import { uncredited } from './rules/sale-credit.js';
import { findPaidOrders, type PaidOrderRow } from './sql/sales.js';

/** The reward of a sale of this order by the terms of its event; null: none. */
export function toReward(order: PaidOrderRow, terms: EventTerms): Reward | null {
  const rate = rateOf(terms);
  const earns = rate !== null && uncredited(order, order) === null && terms.status !== 'cancelled';
  if (!earns || order.companyId === null) return null;
  return rewardForSale(rate, terms, order.lines, order.currency);
}

/** The partner's reward if the order were paid now; null: none. Another sale may draw the rest of a budget first. */
export async function estimateReward(db: Queryable, orderId: Id<'order'>): Promise<Reward | null> {
  const order = (await findPaidOrders(db, [orderId])).get(orderId);
  const terms = order && (await findEventTerms(db, order.eventId));
  return terms ? toReward(order, terms) : null;
}
