import { DocumentCache } from '../../src/listings/memory.js';
import { readPage } from '../../src/listings/read-page.js';
import type { ListingQuery } from '../../src/listings/sql/listing-query.js';
import type { Queryable, Sql, Transaction } from '../../src/platform/database/database.js';
import { isDatabaseBusy } from '../../src/platform/database/database-errors.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { waitFor } from '../support/wait-for.js';

const EVENTS = 70;
const LIMIT = 20;
/** All documents between them are longer than the memory. */
const PADDING = 'x'.repeat(20_000);
const SOONEST: ListingQuery = {
  test: false,
  order: 'soonest',
  countries: null,
  categories: null,
  paying: false,
  circles: [],
  cells: null,
  limit: LIMIT + 1,
};
const ORDERS = ['soonest', 'changed'] as const;
type Order = (typeof ORDERS)[number];

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ env: { LISTINGS_MEMORY_MB: '1', DATABASE_POOL: '20' } });
  for (let i = 0; i < EVENTS; i += 1) await insert(ctx.sql, `evt_${i}`, i);
});
afterAll(() => ctx.close());

async function insert(sql: Queryable, id: string, hours: number): Promise<void> {
  await sql`
    INSERT INTO event_listings (event_id, test, upcoming, status, sort_at, date, paying, updated_at, content_hash, doc)
    VALUES (${id}, false, true, 'scheduled', '2026-12-01Z'::timestamptz + ${hours} * interval '1 hour', '2026-12-01', false,
      '2026-11-01Z', '', ${documentOf(id, 0)})`;
}

function documentOf(id: string, version: number): string {
  return JSON.stringify({ id, version, padding: PADDING });
}

/** The event and version of each document. */
function shownText(documents: readonly Buffer[]): string {
  return documents
    .map((document) => {
      const { id, version } = JSON.parse(document.toString()) as { id: string; version: number };
      return `${id}@${version}`;
    })
    .join(' ');
}

async function truth(sql: Queryable, order: Order): Promise<string> {
  const at = order === 'soonest' ? sql`sort_at` : sql`updated_at`;
  const rows = await sql<{ doc: string }[]>`
    SELECT doc FROM event_listings WHERE NOT test AND upcoming ORDER BY ${at}, event_id LIMIT ${LIMIT}`;
  return shownText(rows.map(({ doc }) => Buffer.from(doc)));
}

const read = async (order: Order): Promise<string> =>
  shownText((await readPage(ctx, { ...SOONEST, order })).documents.map(({ bytes }) => bytes));

/** The true state at each generation; written before its commit. */
class History {
  readonly states: { generation: number; pages: Record<Order, string> }[] = [];
  committed = 0;

  since(first: number, order: Order): string[] {
    return this.states.filter(({ generation }) => generation >= first).map(({ pages }) => pages[order]);
  }

  async note(tx: Queryable): Promise<number> {
    const [row] = await tx<{ generation: number }[]>`SELECT generation FROM listing_stamp`;
    const generation = row?.generation ?? -1;
    this.states.push({
      generation,
      pages: { soonest: await truth(tx, 'soonest'), changed: await truth(tx, 'changed') },
    });
    return generation;
  }
}

let version = 0;

/** The projector's kinds of changes: documents alone, places with them, events that go and come back. */
async function write(tx: Transaction, of: number): Promise<void> {
  const ids = Array.from({ length: of }, () => `evt_${Math.floor(Math.random() * 30)}`);
  for (const id of new Set(ids)) {
    version += 1;
    const doc = documentOf(id, version);
    const kind = Math.random();
    if (kind < 0.6) await tx`UPDATE event_listings SET doc = ${doc} WHERE event_id = ${id}`;
    else if (kind < 0.9) {
      const hours = Math.floor(Math.random() * 30);
      await tx`
        UPDATE event_listings SET doc = ${doc}, sort_at = '2026-12-01Z'::timestamptz + ${hours} * interval '1 hour',
          updated_at = '2026-11-01Z'::timestamptz + ${version} * interval '1 millisecond' WHERE event_id = ${id}`;
    } else {
      await tx`DELETE FROM event_listings WHERE event_id = ${id}`;
      await insert(tx, id, Math.floor(Math.random() * 30));
    }
  }
  await tx`UPDATE event_listings SET due_at = NULL WHERE event_id = 'evt_0'`;
}

describe('pages from memory', () => {
  it('show one moment of the database while writers change events and connections are cut', async () => {
    const history = new History();
    await ctx.sql`UPDATE event_listings SET due_at = NULL WHERE event_id = 'evt_0'`;
    history.committed = await history.note(ctx.sql);
    let reading = true;
    const writer = async () => {
      while (reading) {
        const generation = await ctx.sql.begin(async (tx) => {
          await tx`SELECT FROM listing_stamp FOR UPDATE`;
          await write(tx, 3);
          return history.note(tx);
        });
        history.committed = Math.max(history.committed, generation);
      }
    };
    const reader = async (order: Order) => {
      for (let i = 0; i < 150; i += 1) {
        const first = history.committed;
        const page = await read(order).catch((error: unknown) => expect(isDatabaseBusy(error)).toBe(true));
        if (page !== undefined) expect(history.since(first, order)).toContain(page);
      }
    };
    const cutter = async () => {
      while (reading) {
        const states = history.states.length;
        await ctx.sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%pg_postmaster_start_time%'`;
        await waitFor(() => history.states.length > states + 10 || !reading);
      }
    };
    const readers = Promise.all([...ORDERS, ...ORDERS].map(reader)).finally(() => {
      reading = false;
    });
    await Promise.all([readers, writer(), writer(), cutter()]);
    expect(history.states.length).toBeGreaterThan(10);
  });

  it('are as fresh after a change that left no trace', async () => {
    await read('soonest');
    await ctx.sql.begin(async (tx) => {
      await tx`UPDATE event_listings SET doc = ${documentOf('evt_0', ++version)} WHERE event_id = 'evt_0'`;
      await tx`DELETE FROM listing_changes`;
    });
    for (const order of ORDERS) expect(await read(order)).toBe(await truth(ctx.sql, order));
  });

  it('are empty once the listings are', async () => {
    await read('soonest');
    await ctx.sql`TRUNCATE event_listings`;
    expect(await read('soonest')).toBe('');
    for (let i = 0; i < 30; i += 1) await insert(ctx.sql, `evt_${i}`, 30 - i);
    for (const order of ORDERS) expect(await read(order)).toBe(await truth(ctx.sql, order));
  });

  it('are kept from the second time an event is read', async () => {
    const { documentCache } = ctx.memory;
    await ctx.sql`UPDATE event_listings SET doc = ${documentOf('evt_1', ++version)} WHERE event_id = 'evt_1'`;
    await read('soonest');
    documentCache.clear();
    await read('soonest');
    expect(documentCache.size).toBe(0);
    expect(await read('soonest')).toBe(await truth(ctx.sql, 'soonest'));
    expect(documentCache.size).toBeGreaterThanOrEqual(LIMIT);
    expect(await read('soonest')).toBe(await truth(ctx.sql, 'soonest'));
  });
});

test('without memory for documents, none is kept', async () => {
  const documentCache = new DocumentCache(Buffer.from(ctx.config.origin), 0);
  const memory = { ...ctx.memory, documentCache };
  for (let i = 0; i < 3; i += 1) {
    const { documents } = await readPage({ ...ctx, memory }, SOONEST);
    expect(shownText(documents.map(({ bytes }) => bytes))).toBe(await truth(ctx.sql, 'soonest'));
  }
  expect(documentCache.size).toBe(0);
});

describe('the connection that quick pages share', () => {
  const unsafe = () => ({ raw: () => Promise.reject(new Error('the shared connection')) });
  const unusable = { unsafe } as unknown as Sql;

  it.each<[string, Partial<ListingQuery>]>([
    ['all events', {}],
    ['a country', { countries: ['FI'] }],
    ['a category', { categories: ['concert'] }],
    ['a city', { cityKey: 'helsinki' }],
  ])('reads %s', async (_, some) => {
    await expect(readPage({ ...ctx, quickReads: unusable }, { ...SOONEST, ...some })).rejects.toThrow(
      'the shared connection',
    );
  });

  it.each<[string, Partial<ListingQuery>]>([
    ['changes', { order: 'changed' }],
    ['days', { from: '2026-12-01' }],
    ['what pays a reward', { paying: true }],
    ['what pays at least so much', { minimumEarnings: 5 }],
    ['a city within countries', { cityKey: 'helsinki', countries: ['FI'] }],
    ['several countries', { countries: ['DE', 'FI'] }],
    ['several categories', { categories: ['concert', 'theatre'] }],
    ['a circle', { circles: [{ lat: 60.2, lng: 24.9, radiusKm: 50 }] }],
    ['a performer', { artist: { contains: 'nova' } }],
    ['the long list of a feed', { limit: 1001 }],
  ])('leaves %s to the pool', async (_, some) => {
    await expect(readPage({ ...ctx, quickReads: unusable }, { ...SOONEST, ...some })).resolves.toMatchObject({
      documents: expect.any(Array),
    });
  });
});
