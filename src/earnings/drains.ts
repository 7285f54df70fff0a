import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { followEvents } from './follow-events.js';

/** Earnings follow events that moved or were cancelled. */
export function createEarningDrains(ctx: Context): Drain[] {
  return [{ name: 'event.earnings', run: async () => ({ done: (await followEvents(ctx)).events, failed: 0 }) }];
}
