import { ProblemError } from '../core/problems.js';
import type { Viewer } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { offerOf } from './offer-of.js';
import { refusalOf } from './rules/ticket-sale.js';
import { findSellingEvent, findTicketType } from './sql/ticket-types.js';
import type { NewOrder } from './wire.js';

/**
 * Throws why a hold was refused; returns when nothing prevents it any more.
 *
 * @throws {ProblemError} 400 or 409, by the current state.
 */
export async function explainRefusal(
  ctx: Context,
  viewer: Pick<Viewer, 'mode' | 'agreement'>,
  body: NewOrder,
): Promise<void> {
  const event = await findSellingEvent(ctx.sql, viewer, body.event_id);
  if (!event) throw refused('unknown_event', 'event_id', 'is not an event that this key can show');
  const ticketType = await findTicketType(ctx.sql, event.id, body.ticket_type_id);
  if (!ticketType) throw refused('unknown_ticket_type', 'ticket_type_id', 'is not a ticket type of this event');
  const code = refusalOf(offerOf(event, ticketType), body.quantity, ctx.clock.now());
  if (code === 'quantity_over_limit') throw refused(code, 'quantity', `must be at most ${ticketType.maxPerOrder}`);
  if (code) throw new ProblemError(code);
}

function refused(
  code: 'unknown_event' | 'unknown_ticket_type' | 'quantity_over_limit',
  field: string,
  message: string,
) {
  return new ProblemError(code, { detail: `${field}: ${message}`, errors: [{ field, message }] });
}
