import type { Context } from '../platform/context/context.js';
import type { Drain } from '../platform/outbox/drain.js';
import { projectChanges } from './project-changes.js';

/** Listings follow the events that were touched, and what partners see differently is recorded. */
export function createCatalogueDrains(ctx: Context): Drain[] {
  return [
    {
      name: 'event.touched',
      run: async () => ({ done: (await projectChanges(ctx)).events, failed: 0 }),
    },
  ];
}
