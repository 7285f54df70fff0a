import type { Id } from '../core/ids.js';
import type { EventClock } from '../core/local-time.js';
import type { Context } from '../platform/context/context.js';
import { findEventClock } from './sql/events.js';

/** The clock by which people read an event's times; UTC for an unknown event. */
export async function getEventClock(ctx: Context, eventId: Id<'event'>): Promise<EventClock> {
  return (await findEventClock(ctx.sql, eventId)) ?? { timezone: null, utcOffset: null, online: false };
}
