import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { ensureOrganizer } from './ensure-organizer.js';
import { projectChanges } from './project-changes.js';
import { sampleEvents, WITHDRAWN_SAMPLE } from './samples/sample-events.js';
import { refillSampleBudgets } from './sql/event-terms.js';
import { upsertEvents } from './upsert-events.js';
import { withdrawEvent } from './withdraw-event.js';

/** Loads the samples, or moves their dates in a new quarter, with their sold tickets back. Refills their budgets each time. */
export async function refreshSamples(ctx: Context): Promise<void> {
  const { verified, unverified } = sampleEvents(ctx.clock.now());
  const organizers = [
    { source: 'sandbox', name: 'Sandbox Events', verified: true, drafts: verified },
    { source: 'sandbox-unverified', name: 'Sandbox Newcomer', verified: false, drafts: unverified },
  ];
  for (const { drafts, ...organizer } of organizers) {
    const organizerId = await ensureOrganizer(ctx, organizer);
    await upsertEvents(ctx, { organizerId, drafts, authoritative: true });
  }
  // All partners' test sales draw on these budgets.
  await ctx.sql.begin(async (tx) => {
    await enqueue(tx, 'event.touched', await refillSampleBudgets(tx), ctx.clock.now());
  });
  // It must have been visible once: only then is it withdrawn rather than unknown.
  await projectChanges(ctx);
  await withdrawEvent(ctx, WITHDRAWN_SAMPLE);
}
