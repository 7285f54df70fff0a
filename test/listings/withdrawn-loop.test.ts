import { projectChanges } from '../../src/catalogue/project-changes.js';
import { withdrawFromCompany } from '../../src/companies/set-agreement.js';
import type { Viewer } from '../../src/core/viewer.js';
import type { Event } from '../../src/core/wire/event.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, change, LIVE_VIEWER, page, walk } from '../support/data/listings.js';
import { Writings } from '../support/writings.js';

const EPOCH = '1970-01-01T00:00:00.000000Z';
const NOTHING = { countries: [], categories: null, payingOnly: false };
const NARROWED: Viewer = { ...LIVE_VIEWER, agreement: NOTHING };

/** What clients keep of a date. */
const CLIENTS: Record<string, (date: string) => string> = {
  'as text, with microseconds': (date) => date,
  'cut to milliseconds, as a JavaScript Date': (date) => new Date(date).toISOString(),
  'rounded to milliseconds': (date) =>
    new Date(Math.round(Date.parse(`${date.slice(0, 19)}Z`) + Number(date.slice(19, -1)) * 1000)).toISOString(),
  'cut to seconds, as PHP’s ATOM or Go’s RFC3339': (date) => `${date.slice(0, 19)}Z`,
};

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-02T09:00:00.999Z' });
});
afterEach(() => ctx.close());

/** The loop of the contract. Fails instead of asking forever. */
async function loop(keep: (date: string) => string, viewer: Viewer): Promise<string[]> {
  const ids: string[] = [];
  let since = EPOCH;
  for (let asked = 0; asked < 20; asked += 1) {
    const { withdrawn = [] } = await page(ctx, { changed_since: since }, { viewer, limit: 1 });
    ids.push(...withdrawn.map(({ id }) => id));
    if (withdrawn.length < 500) return ids;
    since = keep(withdrawn.at(-1)?.withdrawn_at ?? '');
  }
  throw new Error(`still asking with ${since}`);
}

async function addMany(count: number): Promise<Set<string>> {
  const events = await addEvents(
    ctx,
    Array.from({ length: count }, () => ({})),
  );
  return new Set(events.map(({ id }) => id));
}

/** All at once, as the organizers' own withdrawals. */
async function withdrawAll(): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    await tx`UPDATE events SET shared = false`;
    await tx`INSERT INTO outbox (topic, key, created_at) SELECT 'event.touched', id, ${ctx.clock.now()} FROM events`;
  });
  await projectChanges(ctx);
}

test('clients of every kind read to the end of thousands that one agreement took away at once', async () => {
  const ids = await addMany(1_600);
  const narrow = { companyId: 'cmp_reader', before: LIVE_VIEWER.agreement, after: NOTHING };
  await ctx.sql.begin((tx) => withdrawFromCompany(ctx, tx, narrow));
  for (const keep of Object.values(CLIENTS)) {
    const found = await loop(keep, NARROWED);
    expect(new Set(found)).toEqual(ids);
    // Cutting a date repeats some, and never a whole page.
    expect(found.length).toBeLessThan(3 * ids.size);
  }
});

test("and of the projector's withdrawals, one by one and in batches, while the clock stood still", async () => {
  const ids = await addMany(1_203);
  for (const id of [...ids].slice(0, 10)) await change(ctx, id, { shared: false });
  await withdrawAll();
  for (const keep of Object.values(CLIENTS)) expect(new Set(await loop(keep, LIVE_VIEWER))).toEqual(ids);
});

test('agreements narrowed again and again do not push stamps a minute ahead of the clock, and nothing is missed', async () => {
  const ids = await addMany(1_600);
  const narrow = { companyId: 'cmp_reader', before: LIVE_VIEWER.agreement, after: NOTHING };
  for (let turn = 0; turn < 15; turn += 1) await ctx.sql.begin((tx) => withdrawFromCompany(ctx, tx, narrow));
  for (const keep of [CLIENTS['as text, with microseconds'], CLIENTS['cut to milliseconds, as a JavaScript Date']]) {
    expect(new Set(await loop(keep as (date: string) => string, NARROWED))).toEqual(ids);
  }
  const { withdrawn = [] } = await page(ctx, { changed_since: EPOCH }, { viewer: NARROWED });
  const [event] = await addEvents(ctx, [{}]);
  const [shown] = (await page(ctx, { changed_since: withdrawn.at(-1)?.withdrawn_at ?? '' })).events;
  expect(shown?.id).toBe(event?.id);
  expect(Date.parse(shown?.updated_at ?? '') - ctx.clock.now().getTime()).toBeLessThan(60_000);
});

test('stamps are whole milliseconds, unique, at least 3 ms apart, and what changes later comes after them', async () => {
  const ids = [...(await addMany(620))];
  for (const id of ids.slice(0, 10)) await change(ctx, id, { shared: false });
  await withdrawAll();
  const rows = await ctx.sql<{ gap: number; whole: boolean }[]>`
    SELECT extract(epoch FROM withdrawn_at - lag(withdrawn_at) OVER (ORDER BY withdrawn_at))::float * 1000 AS gap,
           withdrawn_at = date_trunc('milliseconds', withdrawn_at) AS whole FROM withdrawals ORDER BY withdrawn_at`;
  expect(rows).toHaveLength(620);
  expect(rows.every(({ whole }) => whole)).toBe(true);
  expect(Math.min(...rows.slice(1).map(({ gap }) => gap))).toBeGreaterThanOrEqual(2.999);
  const { withdrawn = [] } = await page(ctx, { changed_since: EPOCH });
  const last = withdrawn.at(-1)?.withdrawn_at ?? '';
  const [later] = await addEvents(ctx, [{}]);
  expect((await page(ctx, { changed_since: last })).events.map(({ id }) => id)).toEqual([later?.id]);
});

test('an event that comes and goes leaves one row for all and one for a company, and a poller still gets the last', async () => {
  const [event] = await addEvents(ctx, [{}]);
  const id = event?.id ?? '';
  const narrow = { companyId: 'cmp_reader', before: LIVE_VIEWER.agreement, after: NOTHING };
  for (let turn = 0; turn < 3; turn += 1) {
    await change(ctx, id, { shared: true });
    await ctx.sql.begin((tx) => withdrawFromCompany(ctx, tx, narrow));
    await change(ctx, id, { shared: false });
  }
  const { withdrawn = [] } = await page(ctx, { changed_since: EPOCH });
  expect(await ctx.sql`SELECT company_id FROM withdrawals ORDER BY withdrawn_at`).toEqual([
    { companyId: 'cmp_reader' },
    { companyId: null },
  ]);
  expect(withdrawn.map((row) => row.id)).toEqual([id]);
  // Another scope is another row: a company that may show the one may not know the other.
  await change(ctx, id, { shared: true, category: 'other' });
  await change(ctx, id, { shared: false });
  expect(await ctx.sql`SELECT FROM withdrawals`).toHaveLength(3);
});

/** A copy kept with the last date of either list, cut as the client cuts dates: every answer is read to its end. */
class Chain {
  readonly copy = new Map<string, Event>();
  private since = EPOCH;

  constructor(private readonly keep: (date: string) => string) {}

  async poll(): Promise<void> {
    for (let asked = 0; asked < 40; asked += 1) {
      const first = await page(ctx, { changed_since: this.since }, { limit: 100 });
      const events = [...first.events];
      for (let { next } = first; next !== null; ) {
        const more = await page(ctx, {}, { limit: 100, cursor: next });
        events.push(...more.events);
        next = more.next;
      }
      const withdrawn = first.withdrawn ?? [];
      for (const event of events) this.copy.set(event.id, event);
      for (const { id, withdrawn_at } of withdrawn) {
        if ((this.copy.get(id)?.updated_at ?? '') < withdrawn_at) this.copy.delete(id);
      }
      const dates = [...events.map(({ updated_at }) => updated_at), ...withdrawn.map((row) => row.withdrawn_at)];
      const full = withdrawn.length === 500;
      const last = (full ? withdrawn.at(-1)?.withdrawn_at : dates.sort().at(-1)) ?? this.since;
      this.since = this.keep(last);
      if (!full) return;
    }
    throw new Error(`still asking with ${this.since}`);
  }
}

test('clients that go on from the last date of either list miss nothing while four writers withdraw and share', async () => {
  const ids = [...(await addMany(900))];
  const clients = Object.values(CLIENTS).map((keep) => new Chain(keep));
  const writings = new Writings();
  const reading = clients.map(async (client) => {
    while (await writings.next(2)) await client.poll();
  });
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (let step = 0; step < 9; step += 1) {
      const some = ids.filter((_id, at) => (at * 7 + step * 3 + writer) % 5 < 3);
      const change = step % 3 === 2 ? { name: `Renamed ${writer}.${step}` } : { shared: step % 2 === 0 };
      await ctx.sql.begin(async (tx) => {
        // In one order, or two writers would wait for each other.
        await tx`SELECT FROM events WHERE id = ANY (${some}) ORDER BY id FOR UPDATE`;
        await tx`UPDATE events SET ${tx(change)} WHERE id = ANY (${some})`;
        await enqueue(tx, 'event.touched', some, ctx.clock.now());
      });
      writings.wrote();
      await projectChanges(ctx);
      ctx.clock.advance(step % 5 === 0 ? -3 : 40);
    }
  });
  await Promise.all(writers);
  writings.end();
  await Promise.all(reading);
  await projectChanges(ctx);
  const final = new Map((await walk(ctx, { changed_since: EPOCH })).map((event) => [event.id, event]));
  for (const client of clients) {
    await client.poll();
    expect(client.copy).toEqual(final);
  }
});
