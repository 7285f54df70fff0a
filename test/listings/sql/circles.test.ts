import fc from 'fast-check';
import { type Circle, cellsWithin, distanceKm } from '../../../src/listings/rules/geo.js';
import type { ListingQuery } from '../../../src/listings/sql/listing-query.js';
import { choosePage } from '../../../src/listings/sql/listings.js';
import type { EventFilters } from '../../../src/listings/wire.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvents, page, type TruthFields } from '../../support/data/listings.js';

/** Crowded places: a city, a pole and both sides of the antimeridian. */
const CENTRES = [
  { lat: 48.85, lng: 2.35 },
  { lat: 89.2, lng: 40 },
  { lat: -17.7, lng: 179.6 },
  { lat: -17.7, lng: -179.6 },
  { lat: 0.2, lng: 0.1 },
];
const PERFORMERS = ['The Only Ones', 'Only Lovers'];
const LIMIT = 21;

let ctx: TestContext;
let events: TruthFields[];
let performers: number[];

beforeAll(async () => {
  ctx = await createTestContext();
  const spread = (i: number) => ((i * 7919) % 1000) / 1000 - 0.5;
  events = await addEvents(
    ctx,
    Array.from({ length: 900 }, (_, i) => {
      const centre = CENTRES[i % CENTRES.length] as { lat: number; lng: number };
      const lng = centre.lng + spread(i * 3 + 1) * 8;
      return {
        lat: Math.max(-90, Math.min(90, centre.lat + spread(i) * 5)),
        lng: ((lng + 540) % 360) - 180,
        starts_at: new Date(ctx.clock.now().getTime() + (10 + ((i * 31) % 600)) * 3_600_000),
        performers: i % 3 === 0 ? PERFORMERS.slice(0, 1 + (i % 2)) : [],
      };
    }),
  );
  await addEvents(ctx, [{ lat: null, lng: null, performers: PERFORMERS }]);
  // One order for both, so that one expectation serves both.
  await ctx.sql`UPDATE event_listings SET updated_at = sort_at`;
  await ctx.sql`UPDATE listing_performers SET updated_at = sort_at`;
  performers = (await ctx.sql<{ id: number }[]>`SELECT id FROM performers`).map(({ id }) => id);
});
afterAll(() => ctx.close());

/** The page by the distances themselves. */
function expected(circle: Circle, some: (event: TruthFields) => boolean = () => true): string[] {
  const inside = events.filter(
    ({ lat, lng }) => distanceKm(circle, { lat: lat as number, lng: lng as number }) <= circle.radiusKm,
  );
  const place = ({ starts_at, id }: TruthFields) => `${starts_at?.toISOString()} ${id}`;
  const sorted = inside.filter(some).sort((a, b) => (place(a) < place(b) ? -1 : 1));
  return sorted.slice(0, LIMIT).map(({ id }) => id);
}

async function chosen(circle: Circle, way: Partial<ListingQuery>, limit = LIMIT): Promise<string[]> {
  const query: ListingQuery = {
    test: false,
    order: 'soonest',
    countries: null,
    categories: null,
    paying: false,
    circles: [circle],
    cells: null,
    limit,
    ...way,
  };
  const { ids } = await choosePage(ctx.sql, new Set(), query, { documents: false });
  return ids;
}

/** Where a page after this event begins. */
function placeOf(id: string | undefined): { at: string; id: string } | undefined {
  const event = events.find((event) => event.id === id);
  return event && { at: `${event.starts_at?.toISOString()}`, id: event.id };
}

const circles = fc.record({
  centre: fc.constantFrom(...CENTRES),
  lat: fc.double({ min: -3, max: 3, noNaN: true }),
  lng: fc.double({ min: -5, max: 5, noNaN: true }),
  radiusKm: fc.constantFrom(20, 150, 500),
});

it.each(['soonest', 'changed'] as const)('finds the events in a circle on every way to them, %s', async (order) => {
  await fc.assert(
    fc.asyncProperty(circles, async ({ centre, lat, lng, radiusKm }) => {
      const circle = { lat: Math.min(90, centre.lat + lat), lng: ((centre.lng + lng + 540) % 360) - 180, radiusKm };
      const page = expected(circle);
      const cells = cellsWithin(circle);
      expect(await chosen(circle, { order })).toEqual(page);
      expect(await chosen(circle, { order, cells })).toEqual(page);
      const performed = expected(circle, (event) => event.performers.length > 0);
      expect(await chosen(circle, { order, artist: { performers } })).toEqual(performed);
      expect(await chosen(circle, { order, artist: { named: 'only' } })).toEqual(performed);
      expect(await chosen(circle, { order, artist: { named: 'on' } })).toEqual(performed);
      expect(await chosen(circle, { order, cells, artist: { contains: 'only' } })).toEqual(performed);
      const after = placeOf(page[4]);
      const upTo = placeOf(page.at(-1))?.at;
      const rest = { order, after, until: upTo && new Date(upTo).toISOString() };
      expect(await chosen(circle, { ...rest, cells })).toEqual(await chosen(circle, rest));
    }),
    { numRuns: 100 },
  );
});

it('finds the same on the way that is chosen, once the tables are analyzed', async () => {
  await ctx.sql`VACUUM (ANALYZE)`;
  const ids = async (filters: EventFilters) =>
    (await page(ctx, filters, { limit: LIMIT })).events.map((event) => event.id);
  for (const centre of CENTRES) {
    for (const radius of [20, 150, 500]) {
      const circle = { ...centre, radiusKm: radius };
      expect(await ids({ ...centre, radius })).toEqual(expected(circle));
      const performed = expected(circle, (event) => event.performers.length > 0);
      // The second time it is known how frequent they are.
      expect(await ids({ ...centre, radius, artist: 'only' })).toEqual(performed);
      expect(await ids({ ...centre, radius, artist: 'only' })).toEqual(performed);
    }
  }
});
