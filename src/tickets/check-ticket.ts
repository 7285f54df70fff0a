import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { readTicketCodes } from './rules/ticket-code.js';
import { type DoorTicketRow, findDoorTicket, isEventOf, useTicket } from './sql/door.js';

/** Why a ticket is refused; `other_event`: it belongs to another event of the organizer. */
type VoidCause = 'refunded' | 'event_cancelled' | 'operator' | 'other_event' | 'sample';

/** `unknown`: no ticket of this organizer has the code. */
export interface TicketCheck {
  result: 'valid' | 'used' | 'void' | 'unknown';
  ticket: { id: string; orderId: Id<'order'>; eventId: Id<'event'>; position: number; type: string } | null;
  /** When it was used first; with `valid`, now. */
  usedAt: Date | null;
  /** With `void`. */
  reason: VoidCause | null;
}

/**
 * Checks a code at the door and uses the ticket: the first check answers `valid`, every later one `used` and when.
 *
 * @throws {ProblemError} `unknown_event` for an event that is not the organizer's.
 * @param input.code the scanned or typed text.
 * @param input.eventId only tickets of this event are valid; null: of every event of the organizer.
 */
export async function checkTicket(
  ctx: Context,
  input: { organizerId: Id<'organizer'>; keyId: Id<'organizerKey'>; code: string; eventId: Id<'event'> | null },
): Promise<TicketCheck> {
  const { organizerId, keyId, eventId } = input;
  if (eventId !== null && !(await isEventOf(ctx.sql, eventId, organizerId))) throw new ProblemError('unknown_event');
  for (const code of readTicketCodes(input.code)) {
    const hash = hashOf(code);
    const used = await useTicket(ctx.sql, { hash, organizerId, keyId, eventId, now: ctx.clock.now() });
    const row = await findDoorTicket(ctx.sql, { hash, organizerId });
    if (!row) continue;
    const { id, orderId, position, type, usedAt } = row;
    const reason = used === null ? voidCause(row, eventId) : null;
    const result = used !== null ? 'valid' : reason === null ? 'used' : 'void';
    return { result, ticket: { id, orderId, eventId: row.eventId, position, type }, usedAt, reason };
  }
  return { result: 'unknown', ticket: null, usedAt: null, reason: null };
}

function voidCause(row: DoorTicketRow, eventId: Id<'event'> | null): VoidCause | null {
  if (row.test) return 'sample';
  if (eventId !== null && row.eventId !== eventId) return 'other_event';
  if (row.state === 'refunded') return 'refunded';
  if (row.state === 'void') return row.voidReason ?? 'operator';
  return row.eventStatus === 'cancelled' ? 'event_cancelled' : null;
}
