import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { assertMaySell } from './assert-may-sell.js';
import { offerOf } from './offer-of.js';
import { salesWindow } from './rules/ticket-sale.js';
import { findPaidTicketTypes, findSellingEvent } from './sql/ticket-types.js';
import type { TicketType } from './wire.js';

/**
 * The ticket types of an event that cost something, with the price to show (contract: GET /events/{id}/tickets).
 *
 * @throws {ProblemError} 403, 503 as {@link assertMaySell}; 404 `event_not_found`.
 */
export async function listTicketTypes(
  ctx: Context,
  input: { caller: Caller; eventId: string },
): Promise<{ eventId: string; ticketTypes: TicketType[] }> {
  assertMaySell(ctx, input.caller);
  const event = await findSellingEvent(ctx.sql, input.caller, input.eventId);
  if (!event) throw new ProblemError('event_not_found');
  const now = ctx.clock.now();
  const rows = await findPaidTicketTypes(ctx.sql, event.id);
  const ticketTypes = rows.map((row): TicketType => {
    const sales = salesWindow(offerOf(event, row), now);
    return {
      id: row.id,
      name: row.name,
      price: toDecimal(row.priceMinor, row.currency),
      total_per_ticket: toDecimal(row.totalMinor, row.currency),
      currency: row.currency,
      max_per_order: row.maxPerOrder,
      available: sales === 'open' && row.free > 0,
      sales,
    };
  });
  return { eventId: event.id, ticketTypes };
}
