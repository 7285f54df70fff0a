import type { Agreement, Viewer } from '../../src/core/viewer.js';
import type { Event } from '../../src/core/wire/event.js';
import type { EventFilters } from '../../src/listings/wire.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addTicketType } from '../support/data/build.js';
import { addEvents, change, LIVE_VIEWER, page, type TruthFields, touch, walk } from '../support/data/listings.js';

const DAY = 86_400_000;
/** When sales begin: the last two are on the next day in Berlin. */
const OPENING = ['2026-12-01T22:30:00.000Z', '2026-12-02T23:30:00.000Z', '2026-12-20T23:30:00.000Z'];
const BERLIN_DAYS = ['2026-12-01', '2026-12-03', '2026-12-21'];

let ctx: TestContext;
let all: Event[];
beforeAll(async () => {
  ctx = await createTestContext();
  const start = ctx.clock.now().getTime() + 5 * DAY;
  const events = Array.from({ length: 400 }, (_, n): Partial<TruthFields> => {
    // Few starts and prices, so that the id must separate many events.
    const price = n % 11 === 0 ? null : ((n * 37) % 23) * 250;
    return {
      starts_at: new Date(start + ((n * 7919) % 40) * DAY),
      timezone: 'Europe/Berlin',
      ...[
        { city: 'Berlin', country: 'DE', lat: 52.52, lng: 13.4 },
        { city: 'Hamburg', country: 'DE', lat: 53.55, lng: 9.99 },
        { city: 'Zürich', country: 'CH', lat: 47.38, lng: 8.54 },
      ][n % 3],
      category: n % 5 ? 'music' : 'film',
      performers: n % 4 ? [] : ['Björk'],
      ...(n % 2 === 0 && { reward_kind: null, reward_amount_minor: null, reward_currency: null }),
      price_from_minor: price,
      currency: n % 7 === 0 ? 'CHF' : 'EUR',
    };
  });
  const rows = await addEvents(ctx, events);
  const ticketed = rows.filter((_, n) => n % 5 === 1);
  for (const [n, { id }] of ticketed.entries()) {
    await addTicketType(ctx, id, {
      sales_from: new Date(OPENING[Math.floor(n / 5) % 3] ?? ''),
      sales_until: new Date('2027-01-31T00:00:00Z'),
    });
  }
  // Its second type is on sale already.
  await addTicketType(ctx, ticketed[0]?.id ?? '', {});
  await touch(
    ctx,
    ticketed.map(({ id }) => id),
  );
  all = await walk(ctx);
});
afterAll(() => ctx.close());

/** Sorts by a value, then by the id. */
const byValue =
  (value: (event: Event) => number, direction = 1) =>
  (a: Event, b: Event) =>
    direction * (value(a) - value(b) || (a.id < b.id ? -1 : 1));
const byStart = (direction: number) => byValue(({ starts_at }) => Date.parse(starts_at ?? ''), direction);
const byPrice = byValue(({ tickets }) => tickets.from ?? Number.NaN);
const inEuro = ({ tickets }: Event) => tickets.currency === 'EUR' && tickets.from !== null;
const isIn = (city: string) => (event: Event) => event.location.city === city;
const opensFrom =
  (first: string, last: string) =>
  ({ tickets: { sales_from: from } }: Event) => {
    const day = BERLIN_DAYS[OPENING.indexOf(from ?? '')];
    return day !== undefined && day >= first && day <= last;
  };
const isOf = (agreement: Agreement) => (event: Event) =>
  agreement.countries?.includes(event.location.country ?? '') === true && event.earn.eligible;
const NARROW: Agreement = { countries: ['DE', 'FI'], categories: ['music', 'opera'], payingOnly: true };

type Case = [EventFilters, (event: Event) => boolean, ((a: Event, b: Event) => number)?, Agreement?];
const SALES = { on_sale_from: '2026-12-02', on_sale_to: '2026-12-31' };
const opensInTime = opensFrom('2026-12-02', '2026-12-31');
test.each<Case>([
  [{ sort: 'starts_at' }, () => true],
  [{ sort: '-starts_at' }, () => true, byStart(-1)],
  [
    { sort: '-starts_at', city: 'berlin', category: 'film' },
    (e) => isIn('Berlin')(e) && e.category === 'film',
    byStart(-1),
  ],
  [{ sort: '-starts_at', lat: 52.5, lng: 13.4 }, isIn('Berlin'), byStart(-1)],
  [{ sort: '-starts_at', artist: 'bjork' }, ({ performers }) => performers.length > 0, byStart(-1)],
  [{ sort: '-starts_at', from: '2026-12-01' }, ({ date }) => date >= '2026-12-01', byStart(-1)],
  [{ sort: '-starts_at', to: '2026-12-01' }, ({ date }) => date <= '2026-12-01', byStart(-1)],
  [{ sort: '-starts_at' }, (e) => isOf(NARROW)(e) && e.category === 'music', byStart(-1), NARROW],
  [{ sort: 'price', currency: 'EUR', city: 'Zurich' }, (e) => isIn('Zürich')(e) && inEuro(e), byPrice],
  [{ sort: 'price', currency: 'EUR', country: 'DE' }, (e) => e.location.country === 'DE' && inEuro(e), byPrice],
  [
    { sort: 'price', currency: 'EUR', country: 'DE', category: 'film', commissioned: true, from: '2026-12-01' },
    (e) =>
      e.location.country === 'DE' && inEuro(e) && e.category === 'film' && e.earn.eligible && e.date >= '2026-12-01',
    byPrice,
  ],
  [
    { sort: 'price', currency: 'EUR', city: 'Hamburg' },
    (e) => isIn('Hamburg')(e) && inEuro(e) && isOf(NARROW)(e) && e.category === 'music',
    byPrice,
    NARROW,
  ],
  [SALES, opensInTime],
  [{ ...SALES, sort: '-starts_at', city: 'Hamburg' }, (e) => opensInTime(e) && isIn('Hamburg')(e), byStart(-1)],
  [
    { ...SALES, artist: 'bjork', lat: 52.5, lng: 13.4 },
    (e) => opensInTime(e) && isIn('Berlin')(e) && e.performers.length > 0,
  ],
  [{ ...SALES, q: 'berlin conc' }, (e) => opensInTime(e) && isIn('Berlin')(e)],
  [SALES, (e) => opensInTime(e) && isOf(NARROW)(e) && e.category === 'music', byStart(1), NARROW],
  [{ on_sale_from: '2026-12-01', on_sale_to: '2026-12-01' }, opensFrom('2026-12-01', '2026-12-01')],
])('%j lists what matches, in its order, over any pages', async (filters, matches, order = byStart(1), agreement) => {
  const viewer: Viewer = agreement ? { ...LIVE_VIEWER, agreement } : LIVE_VIEWER;
  const found = await walk(ctx, filters, { viewer, limits: [3, 20, 7] });
  expect(found.length).toBeGreaterThan(0);
  expect(found.map(({ id }) => id)).toEqual(
    all
      .filter(matches)
      .sort(order)
      .map(({ id }) => id),
  );
});

test('names the first opening and the last end of sales, unless a type has none', () => {
  const times = all.filter(({ tickets }) => 'sales_until' in tickets);
  expect(new Set(times.map(({ tickets }) => tickets.sales_from))).toEqual(new Set(OPENING));
  expect(times.every(({ tickets }) => tickets.sales_until === '2027-01-31T00:00:00.000Z')).toBe(true);
});

test('a cursor goes on in its own order alone', async () => {
  const { next } = await page(ctx, { sort: '-starts_at' }, { limit: 5 });
  const more = { cursor: next ?? '', limit: 5 };
  const alone = await page(ctx, {}, more);
  expect((await page(ctx, { sort: '-starts_at' }, more)).events).toEqual(alone.events);
  for (const sort of ['starts_at', 'price'] as const) {
    await expect(page(ctx, { sort }, more)).rejects.toMatchObject({ code: 'invalid_cursor' });
  }
});

test.each<[EventFilters, EventFilters['sort']]>([
  [{}, 'starts_at'],
  [{ changed_since: '2020-01-01T00:00:00.000Z' }, 'updated_at'],
])('a cursor made with %j goes on with its usual sort, %s, alone', async (filters, usual) => {
  const { next } = await page(ctx, filters, { limit: 5 });
  const more = { cursor: next ?? '', limit: 5 };
  expect((await page(ctx, { sort: usual }, more)).events).toEqual((await page(ctx, {}, more)).events);
  for (const sort of (['starts_at', '-starts_at', 'updated_at'] as const).filter((name) => name !== usual)) {
    await expect(page(ctx, { sort }, more)).rejects.toMatchObject({ code: 'invalid_cursor' });
  }
});

test('a walk by price has each event once whose price stays, while others become cheaper and dearer', async () => {
  const filters: EventFilters = { sort: 'price', currency: 'EUR', country: 'DE' };
  const before = await walk(ctx, filters);
  const moved = [before.at(-1)?.id ?? '', before[0]?.id ?? ''];
  const seen: string[] = [];
  let answer = await page(ctx, filters, { limit: 20 });
  seen.push(...answer.events.map(({ id }) => id));
  await change(ctx, moved[0] ?? '', { price_from_minor: 0 });
  await change(ctx, moved[1] ?? '', { price_from_minor: 99_900 });
  while (answer.next !== null) {
    answer = await page(ctx, {}, { cursor: answer.next });
    seen.push(...answer.events.map(({ id }) => id));
  }
  const stayed = (ids: string[]) => ids.filter((id) => !moved.includes(id));
  expect(stayed(seen)).toEqual(stayed(before.map(({ id }) => id)));
});
