import fc from 'fast-check';
import type { Agreement, Viewer } from '../../src/core/viewer.js';
import { listCategories, listLocations } from '../../src/listings/counts.js';
import { cityKey } from '../../src/platform/places/city-names.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, change, LIVE_VIEWER, type TruthFields, walk } from '../support/data/listings.js';

const COUNTRIES = ['FI', 'SE', null] as const;
const CITIES = ['Turku', 'TURKU', 'Umeå', null] as const;
const CATEGORIES = ['music', 'film', 'art', null] as const;

let ctx: TestContext;
let rows: TruthFields[];

function fields(i: number): Partial<TruthFields> {
  const pays = i % 3 !== 0;
  return {
    country: COUNTRIES[i % 3],
    city: CITIES[(i * 7) % 4],
    category: CATEGORIES[(i * 5 + (i >> 3)) % 4],
    status: i % 9 === 0 ? 'cancelled' : 'scheduled',
    reward_kind: pays ? 'flat' : null,
    reward_amount_minor: pays ? 200 : null,
  };
}

beforeAll(async () => {
  ctx = await createTestContext();
  rows = await addEvents(
    ctx,
    Array.from({ length: 240 }, (_, i) => fields(i)),
  );
  await addEvents(ctx, [{ id: 'evt_test_a', test: true, city: 'Sampletown', category: 'sample' }]);
});
afterAll(() => ctx.close());

const agreements: fc.Arbitrary<Agreement> = fc.record({
  countries: fc.constantFrom(null, ['FI'], ['FI', 'SE']),
  categories: fc.constantFrom(null, ['music'], ['music', 'art']),
  payingOnly: fc.boolean(),
});
const anyCountry = fc.constantFrom(undefined, 'FI', 'SE', 'NO');

interface Counts {
  categories: { id: string; events: number }[];
  locations: { city: string; country: string | null; events: number }[];
}

async function counted(viewer: Viewer, country: string | undefined): Promise<Counts> {
  const categories = JSON.parse((await listCategories(ctx, viewer, { country })).toString());
  const locations = JSON.parse((await listLocations(ctx, viewer, { country, limit: 500 })).toString());
  return { categories: categories.categories, locations: locations.locations };
}

async function compare(agreement: Agreement, country: string | undefined): Promise<void> {
  const viewer = { ...LIVE_VIEWER, agreement };
  const { categories, locations } = await counted(viewer, country);
  const listed = await walk(ctx, { country }, { viewer });
  const tally = new Map<string, number>();
  const add = (key: string) => tally.set(key, (tally.get(key) ?? 0) + 1);
  for (const event of listed) {
    if (event.category) add(`category ${event.category}`);
    if (event.location.city) add(`city ${cityKey(event.location.city)} ${event.location.country}`);
  }
  const answered = new Map([
    ...categories.map((row): [string, number] => [`category ${row.id}`, row.events]),
    ...locations.map((row): [string, number] => [`city ${cityKey(row.city)} ${row.country}`, row.events]),
  ]);
  expect(answered).toEqual(tally);
  for (const list of [categories, locations]) {
    const sizes = list.map((row) => row.events);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
  }
}

it('equal what /events lists for the same question, under any agreement, also after changes', async () => {
  const everything = fc.asyncProperty(agreements, anyCountry, compare);
  await fc.assert(everything, { numRuns: 40 });
  for (const [i, row] of rows.entries()) {
    if (i % 4 === 0) await change(ctx, row.id, { ...fields(i + 1 + (i % 7)), shared: i % 8 !== 0 });
  }
  await fc.assert(everything, { numRuns: 40 });
});

it('each city can be asked for with its country', async () => {
  const { locations } = await counted(LIVE_VIEWER, undefined);
  for (const { city, country, events } of locations) {
    if (country !== null) expect(await walk(ctx, { city, country })).toHaveLength(events);
  }
});

it('count samples alone for a test key, and say so', async () => {
  const answer = JSON.parse((await listCategories(ctx, { ...LIVE_VIEWER, mode: 'test' }, {})).toString());
  expect(answer).toMatchObject({ object: 'list', mode: 'test', categories: [{ id: 'sample', events: 1 }] });
  expect(answer.notices[0]).toMatch(/^sandbox: /);
});

it('end with nothing when nothing is left', async () => {
  await ctx.sql`UPDATE events SET shared = false`;
  await ctx.sql`INSERT INTO outbox (topic, key, created_at) SELECT 'event.touched', id, created_at FROM events`;
  await change(ctx, rows[0]?.id ?? '', { shared: false });
  for (const table of ['listing_category_counts', 'listing_city_counts', 'listing_city_category_counts']) {
    expect(await ctx.sql`SELECT * FROM ${ctx.sql(table)}`).toHaveLength(0);
  }
});
