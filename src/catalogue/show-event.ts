import type { Id } from '../core/ids.js';
import type { EventClock } from '../core/local-time.js';
import { toDecimal } from '../core/money.js';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findEvent, findEventClock, findFirstShared } from './sql/events.js';
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

/** The clock by which people read an event's times; UTC for an unknown event. */
export async function getEventClock(ctx: Context, eventId: Id<'event'>): Promise<EventClock> {
  return (await findEventClock(ctx.sql, eventId)) ?? { timezone: null, utcOffset: null, online: false };
}

/** When partners could first see each of these events, by id, as date-times: events are shared from their import on. */
export async function firstShared(ctx: Context, eventIds: readonly Id<'event'>[]): Promise<Map<string, string>> {
  if (eventIds.length === 0) return new Map();
  const rows = await findFirstShared(ctx.sql, eventIds);
  return new Map(rows.map(({ id, createdAt }) => [id, createdAt.toISOString()]));
}
