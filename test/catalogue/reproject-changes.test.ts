import { projectEvents } from '../../src/catalogue/project-changes.js';
import { reprojectChanges } from '../../src/catalogue/reproject-changes.js';
import { eventIdsAfter } from '../../src/catalogue/sql/source-events.js';
import { lockStamp } from '../../src/listings/sql/listing-writes.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, page } from '../support/data/listings.js';

/** More than two batches. */
const EVENTS = 230;

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
  await addEvents(
    ctx,
    Array.from({ length: EVENTS }, (_, i) => ({
      name: `Concert ${i}`,
      city: i % 2 === 0 ? 'Helsinki' : 'Turku',
      performers: [`Band ${i % 3}`],
    })),
  );
});
afterEach(() => ctx.close());

/** All of the read model. */
async function readModel() {
  const { sql } = ctx;
  const [listings, cities, both, links] = await Promise.all([
    sql`SELECT * FROM event_listings ORDER BY event_id`,
    sql`SELECT * FROM listing_city_counts ORDER BY city_key`,
    sql`SELECT * FROM listing_city_category_counts ORDER BY city_key`,
    sql`SELECT l.*, p.name_key, p.upcoming_events FROM listing_performers l JOIN performers p ON p.id = l.performer_id
        ORDER BY l.event_id`,
  ]);
  return { listings: [...listings], cities: [...cities], both: [...both], links: [...links] };
}

/**
 * Writes the read model as an older version of the code would have: another folding of cities, another grid, another
 * text.
 */
async function age() {
  await ctx.sql`UPDATE event_listings SET city_key = 'old ' || city_key, cell = cell + 1, doc = 'old'`;
  await ctx.sql`UPDATE listing_performers SET city_key = 'old ' || city_key`;
  await ctx.sql`UPDATE listing_city_counts SET city_key = 'old ' || city_key`;
  await ctx.sql`UPDATE listing_city_category_counts SET city_key = 'old ' || city_key`;
}

async function announced(): Promise<number> {
  const [row] = await ctx.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM outbox`;
  return row?.n ?? 0;
}

test('columns, documents, counters and links match the current code; partners get no changes', async () => {
  const before = await readModel();
  await age();
  ctx.clock.advance(60_000);
  expect(await reprojectChanges(ctx)).toEqual({ events: EVENTS, changed: 0 });
  expect(await readModel()).toEqual(before);
  expect(await announced()).toBe(0);
});

test('what partners see differently gets a new stamp, in the order of the batches', async () => {
  const { listings } = await readModel();
  const [first] = listings;
  await ctx.sql`UPDATE event_listings SET content_hash = 'old' WHERE event_id = ${first?.eventId}`;
  ctx.clock.advance(60_000);
  expect(await reprojectChanges(ctx)).toEqual({ events: EVENTS, changed: 1 });
  const after = await readModel();
  const moved = after.listings.filter((row, i) => row.updatedAt.getTime() !== listings[i]?.updatedAt.getTime());
  expect(moved.map((row) => row.eventId)).toEqual([first?.eventId]);
});

test('stopped after any batch it leaves whole listings, and a repeat does the rest', async () => {
  const before = await readModel();
  await age();
  const stopped = reprojectChanges(ctx, ({ events }) => {
    if (events >= 100) throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
  const [halfway] =
    await ctx.sql`SELECT count(*) FILTER (WHERE doc = 'old')::int AS old, count(*)::int AS n FROM event_listings`;
  expect(halfway).toEqual({ old: EVENTS - 100, n: EVENTS });
  expect(await reprojectChanges(ctx)).toEqual({ events: EVENTS, changed: 0 });
  expect(await readModel()).toEqual(before);
});

test('readers wait for no batch: a list is answered while one is being written', async () => {
  const shown = await page(ctx, {}, { limit: 100 });
  await ctx.sql`UPDATE event_listings SET content_hash = 'old'`;
  const ids = await eventIdsAfter(ctx.sql, '', 100);
  await ctx.sql.begin(async (tx) => {
    await projectEvents(tx, { ids, now: ctx.clock.now(), last: await lockStamp(tx), whole: true });
    expect(await page(ctx, {}, { limit: 100 })).toEqual(shown);
  });
});

test('the command says how it ended, to people and to programs', async () => {
  // A command has the time of day, so the events of the test's clock may be over for it; the second run finds them so.
  const first = await runCli(ctx, ['catalogue', 'reproject']);
  expect(first.code).toBe(0);
  expect(first.out).toMatch(/^230 listings rebuilt, \d+ of them changed\n$/);
  const { out } = await runCli(ctx, ['catalogue', 'reproject', '--json']);
  expect(JSON.parse(out)).toEqual({ events: EVENTS, changed: 0 });
});
