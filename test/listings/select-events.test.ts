import fc from 'fast-check';
import { foldText } from '../../src/core/fold.js';
import type { Agreement, Viewer } from '../../src/core/viewer.js';
import { distanceKm } from '../../src/listings/rules/geo.js';
import type { EventFilters } from '../../src/listings/wire.js';
import { cityKey } from '../../src/platform/places/city-names.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, LIVE_VIEWER, page, type TruthFields, touch, walk } from '../support/data/listings.js';

const DAY = 86_400_000;
const PLACES = [
  { city: 'Helsinki', country: 'FI', lat: 60.17, lng: 24.94, timezone: 'Europe/Helsinki' },
  { city: 'HELSINKI', country: 'FI', lat: 60.2, lng: 25.1, timezone: 'Europe/Helsinki' },
  { city: 'Espoo', country: 'FI', lat: 60.21, lng: 24.66, timezone: 'Europe/Helsinki' },
  { city: 'Paris', country: 'FR', lat: 48.86, lng: 2.35, timezone: 'Europe/Paris' },
  { city: 'Paris', country: 'US', lat: 33.66, lng: -95.56, timezone: 'America/Chicago' },
  { city: 'Suva', country: 'FJ', lat: -18.14, lng: 178.44, timezone: 'Pacific/Fiji' },
  { city: 'Taveuni', country: 'FJ', lat: -16.85, lng: -179.97, timezone: 'Pacific/Fiji' },
  { city: null, country: null, lat: null, lng: null, timezone: null },
] as const;
/** Too few of all events for a circle around it to be met on the way. */
const RARE = { city: 'Nuuk', country: 'GL', lat: 64.18, lng: -51.72, timezone: 'America/Nuuk' } as const;
const CATEGORIES = ['music', 'sport', 'film', null] as const;
const VENUES = ['Hall', 'HÁLL ', 'Kino', null] as const;
const NAMES = ['Björk', 'The 100% Band', 'under_score', 'A', 'Café Tacvba', 'björn'];

/** A repeatable stream of numbers below `n`. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * n);
  };
}

function someEvents(now: Date): Partial<TruthFields>[] {
  const roll = dice(7);
  return Array.from({ length: 400 }, (_, i) => {
    const place = i % 80 === 7 ? RARE : (PLACES[roll(PLACES.length)] ?? PLACES[0]);
    // Few distinct instants, so that many events share one and the id must separate them.
    const starts = new Date(now.getTime() + (roll(30) - 5) * DAY + roll(3) * 3_600_000);
    const reward = roll(3);
    return {
      ...place,
      starts_at: roll(4) === 0 ? null : starts,
      date: starts.toISOString().slice(0, 10),
      status: (['scheduled', 'scheduled', 'postponed', 'sold_out', 'cancelled', 'completed'] as const)[roll(6)],
      category: CATEGORIES[roll(CATEGORIES.length)] ?? null,
      venue: VENUES[roll(VENUES.length)] ?? null,
      performers: NAMES.filter(() => roll(4) === 0),
      shared: roll(15) !== 0,
      test: false,
      reward_kind: reward === 0 ? null : reward === 1 ? 'flat' : 'percent',
      reward_amount_minor: reward === 1 ? 100 * (1 + roll(9)) : null,
      reward_percent: reward === 2 ? 10 : null,
      reward_currency: reward === 1 ? 'EUR' : null,
      price_from_minor: 5000,
      price_to_minor: 6000,
      currency: 'EUR',
    };
  });
}

let ctx: TestContext;
let rows: TruthFields[];

beforeAll(async () => {
  ctx = await createTestContext();
  rows = await addEvents(ctx, someEvents(ctx.clock.now()));
  // The statistics decide between two ways to events in a circle; both are taken below.
  await ctx.sql`ANALYZE event_listings`;
  await addEvents(ctx, [{ id: 'evt_test_one', test: true, name: 'Sample' }]);
});
afterAll(() => ctx.close());

function earns(row: TruthFields): number | null {
  if (row.reward_kind === 'flat') return (row.reward_amount_minor ?? 0) / 100;
  return row.reward_kind === 'percent' ? 5 : null;
}

/** Whether the event is in either hall. */
function isAt({ venue, city }: TruthFields, venueId: string): boolean {
  const isHall = venue !== null && foldText(venue) === 'hall';
  return isHall && city?.toLowerCase() === (venueId === filterIds.hall ? 'helsinki' : 'espoo');
}

/** The contract's meaning of the filters, over the true state; the order is checked separately. */
function expected(agreement: Agreement, filters: EventFilters): string[] {
  const inCircle = (row: TruthFields, at: { lat: number; lng: number }) =>
    row.lat !== null && row.lng !== null && distanceKm({ lat: row.lat, lng: row.lng }, at) <= (filters.radius ?? 50);
  const shown = new Set(upcomingIds);
  const chosen = rows.filter(
    (row) =>
      row.shared &&
      (filters.changed_since !== undefined || shown.has(row.id)) &&
      (!agreement.countries || agreement.countries.includes(row.country ?? '')) &&
      (!agreement.categories || agreement.categories.includes(row.category ?? '')) &&
      (!agreement.payingOnly || earns(row) !== null) &&
      (!filters.city || (row.city !== null && cityKey(row.city) === cityKey(filters.city))) &&
      (!filters.country || row.country === filters.country) &&
      (!filters.category || row.category === filters.category) &&
      (!filters.from || row.date >= filters.from) &&
      (!filters.to || row.date <= filters.to) &&
      (!filters.commissioned || earns(row) !== null) &&
      (filters.minimum_earnings === undefined || (earns(row) ?? -1) >= filters.minimum_earnings) &&
      (!filters.artist ||
        row.performers.some((name) => name.toLowerCase().includes((filters.artist ?? '').toLowerCase()))) &&
      (!filters.venue_id || isAt(row, filters.venue_id)) &&
      (!filters.performer_id ||
        row.performers.includes(filters.performer_id === filterIds.bjork ? 'Björk' : 'under_score')) &&
      (!filters.near || inCircle(row, { lat: 60.17, lng: 24.94 })) &&
      (filters.lat === undefined || inCircle(row, { lat: filters.lat, lng: filters.lng ?? 0 })),
  );
  return chosen.map((row) => row.id).sort();
}

let upcomingIds: string[];
/** The ids that the filters below name: of a hall in Helsinki, of another in Espoo, of Björk and of the rest of the names. */
let filterIds: { hall: string; espoo: string; bjork: string; other: string };
beforeAll(async () => {
  upcomingIds = (await walk(ctx)).map((event) => event.id);
  const all = await walk(ctx, { changed_since: '1970-01-01T00:00:00.000000Z' });
  const venue = (city: string) => all.find(({ location }) => location.venue === 'Hall' && location.city === city);
  const performer = (name: string) => all.flatMap(({ performers }) => performers).find((one) => one.name === name)?.id;
  filterIds = {
    hall: venue('Helsinki')?.location.venue_id ?? '',
    espoo: venue('Espoo')?.location.venue_id ?? '',
    bjork: performer('Björk') ?? '',
    other: performer('under_score') ?? '',
  };
});

describe('the upcoming list', () => {
  it('holds every event that is neither over, finished, cancelled nor withdrawn, once and in order', async () => {
    const now = ctx.clock.now().getTime();
    const events = await walk(ctx);
    const end = (row: TruthFields) => {
      if (row.starts_at) return row.starts_at.getTime() + 6 * 3_600_000;
      return null;
    };
    const timed = rows.filter((row) => row.shared && end(row) !== null);
    const open = timed.filter(
      (row) => row.status !== 'cancelled' && row.status !== 'completed' && (end(row) ?? 0) > now,
    );
    const listed = new Set(events.map((event) => event.id));
    expect(listed.size).toBe(events.length);
    expect(
      timed
        .filter((row) => listed.has(row.id))
        .map((row) => row.id)
        .sort(),
    ).toEqual(open.map((row) => row.id).sort());
    expect(events.some((event) => event.starts_at === null)).toBe(true);
    const exact = events.filter((event) => event.starts_at !== null).map((event) => `${event.starts_at} ${event.id}`);
    expect(exact).toEqual([...exact].sort());
  });

  it('is the same walk whatever the limits, which may change on the way', async () => {
    const limits = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(limits, async (sizes) => {
        const ids = (await walk(ctx, {}, { limits: sizes })).map((event) => event.id);
        expect(ids).toEqual(upcomingIds);
      }),
      { numRuns: 12 },
    );
  });
});

const maybe = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });
const anyFilters = fc.record({
  city: maybe('helsinki', 'PARIS', 'Nowhere'),
  country: maybe('FI', 'FR', 'FJ', 'SE'),
  category: maybe('music', 'film', 'opera'),
  from: maybe('2026-11-01', '2026-11-10'),
  to: maybe('2026-11-12', '2026-11-30'),
  changed_since: maybe('1970-01-01T00:00:00.000000Z'),
  commissioned: maybe(true, false),
  minimum_earnings: maybe(0, 3, 5),
  near: maybe('Helsinki,FI'),
  artist: maybe('bjö', '%', '_', 'a', 'tacvba', 'nobody'),
  venue: maybe<'hall' | 'espoo'>('hall', 'espoo'),
  performer: maybe<'bjork' | 'other'>('bjork', 'other'),
  place: maybe(
    { lat: 60.2, lng: 24.8, radius: 30 },
    { lat: -17.5, lng: 179.9, radius: 200 },
    { lat: 60, lng: 25 },
    { lat: 64, lng: -52 },
  ),
});
const anyAgreement: fc.Arbitrary<Agreement> = fc.record({
  countries: fc.constantFrom(null, null, ['FI'], ['FI', 'FR', 'US']),
  categories: fc.constantFrom(null, null, ['music'], ['music', 'film']),
  payingOnly: fc.constantFrom(false, false, true),
});

describe('every combination of filters and agreement', () => {
  it('lists exactly what matches, over any pages', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilters, anyAgreement, fc.integer({ min: 3, max: 100 }), async (drawn, agreement, limit) => {
        const { place, venue, performer, ...rest } = drawn;
        const named = { venue_id: venue && filterIds[venue], performer_id: performer && filterIds[performer] };
        const filters: EventFilters = { ...rest, ...named, ...place };
        const viewer: Viewer = { ...LIVE_VIEWER, agreement };
        const ids = (await walk(ctx, filters, { viewer, limits: [limit] })).map((event) => event.id);
        expect(new Set(ids).size).toBe(ids.length);
        expect([...ids].sort()).toEqual(expected(agreement, filters));
      }),
      { numRuns: 300 },
    );
  });

  it('orders changes by when they happened', async () => {
    const changes = await walk(ctx, { changed_since: '1970-01-01T00:00:00.000000Z' }, { limits: [7] });
    const order = changes.map((event) => `${event.updated_at} ${event.id}`);
    expect(order).toEqual([...order].sort());
    expect(changes).toHaveLength(rows.filter((row) => row.shared).length);
  });
});

describe('particular filters', () => {
  it('answers an unknown place with an empty list that says so', async () => {
    const answer = await page(ctx, { near: 'Atlantis,GR' });
    expect(answer.events).toEqual([]);
    expect(answer.notices?.[0]).toMatch(/^unknown_place: /);
  });

  it('reads LIKE wildcards in `artist` as themselves', async () => {
    const names = (await walk(ctx, { artist: '100%' })).flatMap((event) => event.performers.map((p) => p.name));
    expect(names.length).toBeGreaterThan(0);
    expect(await walk(ctx, { artist: '1%b' })).toEqual([]);
  });

  it('shows a test key samples alone, whatever its agreement, with every filter', async () => {
    const agreement: Agreement = { countries: ['SE'], categories: [], payingOnly: true };
    const viewer: Viewer = { ...LIVE_VIEWER, mode: 'test', agreement };
    const ids = async (filters: EventFilters) => (await walk(ctx, filters, { viewer })).map((event) => event.id);
    expect(await ids({})).toEqual(['evt_test_one']);
    expect(await ids({ near: 'Helsinki,FI', city: 'Helsinki', artist: 'x' })).toEqual([]);
    expect(await ids({ lat: 60, lng: 25, from: '2026-11-01', minimum_earnings: 1 })).toEqual(['evt_test_one']);
    expect(await ids({ changed_since: '2020-01-01T00:00:00.000000Z' })).toEqual(['evt_test_one']);
  });

  it('moves an event to its new place in the order', async () => {
    const [first] = rows.filter((row) => upcomingIds.includes(row.id));
    const later = new Date(ctx.clock.now().getTime() + 400 * DAY);
    await ctx.sql`UPDATE events SET starts_at = ${later}, date = ${later.toISOString().slice(0, 10)} WHERE id = ${first?.id ?? ''}`;
    await touch(ctx, [first?.id ?? '']);
    expect((await walk(ctx)).at(-1)?.id).toBe(first?.id);
  });
});
