import { generateEvents } from '../../catalogue/generate-events.js';
import { refreshSamples } from '../../catalogue/refresh-samples.js';
import { seedTonight } from '../../catalogue/seed-tonight.js';
import { countOpenEvents } from '../../catalogue/sql/events.js';
import { dayOf } from '../../core/time.js';
import type { KeyKind } from '../../core/viewer.js';
import type { Context } from '../../platform/context/context.js';
import { seedDemoCompany } from './seed-demo-company.js';

const ORGANIZER = { source: 'demo', name: 'Demo Presents', verified: true };
const EVENTS = 500;
/** With fewer than this many left to come, the next edition is added. */
const ENOUGH = 250;

/**
 * Loads the whole demonstration: the sample catalogue, some 500 live events spread over the year to come and, where
 * keys are given, the demo company that holds them and an event to sell now. Call it at every start: existing data is
 * not changed.
 */
export async function seedDemo(ctx: Context, options: { keys?: Record<KeyKind, string> } = {}): Promise<void> {
  if (options.keys) {
    await seedDemoCompany(ctx, options.keys);
    await seedTonight(ctx);
  }
  await refreshSamples(ctx);
  if ((await countOpenEvents(ctx.sql, ORGANIZER.source)) >= ENOUGH) return;
  const from = dayOf(ctx.clock.now());
  // The edition is the day it was made: its events have new ids, next to past events.
  await generateEvents(ctx, { events: EVENTS, seed: Number(from.replaceAll('-', '')), organizer: ORGANIZER, from });
}
