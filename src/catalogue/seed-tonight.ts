import type { Context } from '../platform/context/context.js';
import { ensureOrganizer } from './ensure-organizer.js';
import { draftEvent } from './input/draft-event.js';
import { projectChanges } from './project-changes.js';
import { picturePath } from './rules/pictures.js';
import { countOpenEvents } from './sql/events.js';
import { upsertEvents } from './upsert-events.js';

const ORGANIZER = { source: 'demo-tonight', name: 'Demo Presents', verified: true };
const HALF_HOUR = 1_800_000;

/** Ensures a live event with a reward that ends soon: its sales mature first, so a moved clock takes them to their payment. */
export async function seedTonight(ctx: Context): Promise<void> {
  if ((await countOpenEvents(ctx.sql, ORGANIZER.source)) > 0) return;
  const starts = new Date((Math.floor(ctx.clock.now().getTime() / HALF_HOUR) + 3) * HALF_HOUR);
  const ends = new Date(starts.getTime() + HALF_HOUR);
  const draft = draftEvent({
    external_id: `tonight-${starts.toISOString()}`,
    name: 'The Half Hour at Short Notice',
    starts_at: starts.toISOString(),
    ends_at: ends.toISOString(),
    venue: 'Kesselhaus Sample Hall',
    city: 'Berlin',
    country: 'DE',
    category: 'comedy',
    short_description: 'Thirty minutes of stand-up by whoever is free tonight. Over before your ice cream melts.',
    url: 'https://organizer.example/tonight',
    currency: 'EUR',
    reward: { amount: 12.5, description: '€12.50 for each ticket sold' },
    ticket_types: [{ id: 'standard', name: 'Standard', price: 60, fees: 5.4, capacity: 1000 }],
  });
  await upsertEvents(ctx, {
    organizerId: await ensureOrganizer(ctx, ORGANIZER),
    drafts: [{ ...draft, image: picturePath('comedy', 0) }],
  });
  await projectChanges(ctx);
}
