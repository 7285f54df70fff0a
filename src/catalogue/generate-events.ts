import { dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { ensureOrganizer, type OrganizerInput } from './ensure-organizer.js';
import { generateDrafts } from './generated/drafts.js';
import { type GenerateCounts, projectBehind } from './project-behind.js';
import type { EventDraft } from './rules/event-draft.js';
import { upsertEvents } from './upsert-events.js';

export interface GenerateInput {
  events: number;
  seed: number;
  organizer: OrganizerInput;
  /** First day, `YYYY-MM-DD`; default today (UTC). */
  from?: string;
  onProgress?: (counts: Readonly<GenerateCounts>) => void;
}

const AT_ONCE = 2000;

/** Fills the catalogue with generated events, a few thousand per transaction. Repeating it changes nothing. */
export async function generateEvents(ctx: Context, input: GenerateInput): Promise<GenerateCounts> {
  const { events, seed, organizer } = input;
  const from = input.from ?? dayOf(ctx.clock.now());
  const organizerId = await ensureOrganizer(ctx, organizer, {
    action: 'catalogue.generate',
    details: { events, seed, from },
  });
  const counts: GenerateCounts = { created: 0, updated: 0, unchanged: 0 };
  const projection = projectBehind(ctx, counts);
  let batch: EventDraft[] = [];
  const flush = async () => {
    await projection.committed(await upsertEvents(ctx, { organizerId, drafts: batch }));
    batch = [];
    input.onProgress?.(counts);
  };
  for (const draft of generateDrafts({ events, seed, from, series: organizer.source })) {
    batch.push(draft);
    if (batch.length === AT_ONCE) await flush();
  }
  if (batch.length > 0) await flush();
  await projection.settled();
  return counts;
}
