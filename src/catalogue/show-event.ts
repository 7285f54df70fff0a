import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findEvent } from './sql/events.js';
import { findStock } from './sql/ticket-type-writes.js';

/** Everything the catalogue has about one event, for operators. @throws {ProblemError} `event_not_found`. */
export async function showEvent(ctx: Context, id: string) {
  const event = await findEvent(ctx.sql, id);
  if (!event) throw new ProblemError('event_not_found', { detail: `There is no event ${id}.` });
  const types = await findStock(ctx.sql, id);
  return {
    event,
    ticketTypes: types.map((type) => ({
      ...type,
      price: toDecimal(type.priceMinor, type.currency),
      total: toDecimal(type.totalMinor, type.currency),
      free: type.capacity - type.held - type.sold,
    })),
  };
}
