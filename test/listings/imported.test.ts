import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { importEvents } from '../../src/catalogue/import-events.js';
import { listCategories, listLocations } from '../../src/listings/counts.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { LIVE_VIEWER, walk } from '../support/data/listings.js';

let ctx: TestContext;

beforeAll(async () => {
  ctx = await createTestContext({ now: '2024-01-15T12:00:00.000Z' });
  const source = createReadStream(join(projectRoot(), 'test/fixtures/conferences.ndjson'));
  await importEvents(ctx, { source, organizer: { source: 'conferences' } });
});
afterAll(() => ctx.close());

it('pages through real, messy events with any limit: each upcoming one once, in order', async () => {
  const whole = (await walk(ctx)).map((event) => event.id);
  const [row] = await ctx.sql`SELECT count(*)::int AS upcoming FROM event_listings WHERE upcoming`;
  expect(whole.length).toBeGreaterThan(20);
  expect(whole).toHaveLength(row?.upcoming);
  expect(new Set(whole).size).toBe(whole.length);
  for (const limit of [1, 2, 3, 7, 20, 21, 50, 99]) {
    expect((await walk(ctx, {}, { limits: [limit] })).map((event) => event.id)).toEqual(whole);
  }
});

it('counts the events that the same filters list', async () => {
  const { categories } = JSON.parse((await listCategories(ctx, LIVE_VIEWER, {})).toString());
  for (const { id, events } of categories) expect(await walk(ctx, { category: id })).toHaveLength(events);
  const { locations } = JSON.parse((await listLocations(ctx, LIVE_VIEWER, { limit: 500 })).toString());
  expect(locations.length).toBeGreaterThan(10);
  for (const { city, country, events } of locations) {
    if (country !== null) expect(await walk(ctx, { city, country })).toHaveLength(events);
  }
});
