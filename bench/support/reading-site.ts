import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import type { CursorFilters } from '../../src/core/cursor.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { startForked } from './forked.js';
import { imageNodeOptions } from './image.js';
import { isUsable, multiplyListings, settle } from './kept-catalogue.js';

export const SITE = 'https://shop.example';
/** More events than this are copies of these, made by the database. */
const GENERATED = 250_000;
/** Tables and indexes of 250,000 events take 1.1 GB: rows that were read before are not read from the disk again. */
const SHARED_BUFFERS = '2GB';

/** A catalogue of this many events, the API over it, and bare Fastify, each a process of its own. */
export interface ReadingSite {
  ctx: Context;
  companyId: string;
  api: string;
  apiPid: number;
  bare: string;
  barePid: number;
  keys: { server: string; website: string };
  /** Cursors of pages at random places of the whole list, or of the list of one city. */
  cursors(count: number, city?: string): Promise<string[]>;
  /** Cursors of disjoint pages of 20, in random order. */
  distinctPages(): Promise<string[]>;
  /** The city with the most events. */
  largestCity(): Promise<string>;
  /** Makes the API forget the documents it keeps in memory. */
  forgetDocuments(): Promise<void>;
  /** The processes of Postgres that serve connections now. */
  backends(): Promise<number[]>;
  startApi(env?: NodeJS.ProcessEnv): Promise<Served>;
  close(): Promise<void>;
}

/**
 * The catalogue is kept in `.cache`, since making it takes minutes; it is made anew when the schema or the week changes.
 *
 * @throws {Error} as {@link isUsable}; the catalogue is kept then.
 */
export async function openReadingSite(options: { events: number }): Promise<ReadingSite> {
  const site = (await openKept(options)) ?? (await openKept(options));
  if (!site) throw new Error('a catalogue made just now is not usable');
  return site;
}

/** Null when the kept catalogue cannot be used: it is made anew the next time. */
async function openKept(options: { events: number }): Promise<ReadingSite | null> {
  const folder = join(projectRoot(), '.cache', `bench-${options.events}`);
  const mark = join(folder, 'complete');
  if (!existsSync(mark)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const dataDir = join(folder, 'postgres');
  const database = await startEmbeddedPostgres({ dataDir, sharedBuffers: SHARED_BUFFERS, log: () => {} });
  const env = {
    DATABASE_URL: database.url,
    DATABASE_STATEMENT_TIMEOUT_MS: '3600000',
    ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
    LOG_LEVEL: 'warn',
  };
  const ctx = createContext(readConfig(env), { name: 'bench' });
  try {
    if (!(await isUsable(ctx, { folder }))) {
      await closeContext(ctx);
      await database.stop();
      rmSync(mark, { force: true });
      return null;
    }
    if (!existsSync(mark)) {
      await fill(ctx, options.events);
      writeFileSync(mark, '');
    }
    const { companyId, keys } = await partner(ctx);
    const environment = { ...process.env, ...env, NODE_OPTIONS: imageNodeOptions('api'), BENCH_COMPANY: companyId };
    const [api, bare] = await Promise.all([serve('api', environment), serve('bare', environment)]);
    const children = [api, bare];
    return {
      ctx,
      companyId,
      api: api.origin,
      apiPid: api.pid,
      bare: bare.origin,
      barePid: bare.pid,
      keys,
      cursors: (count, city) => randomCursors(ctx, companyId, { count, city }),
      distinctPages: () => distinctPages(ctx, companyId),
      largestCity: () => largestCity(ctx),
      async forgetDocuments() {
        // A generation without a record of its changes.
        await ctx.sql`UPDATE listing_stamp SET generation = generation + 1`;
      },
      async backends() {
        const rows = await ctx.sql<
          { pid: number }[]
        >`SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'`;
        return rows.map(({ pid }) => pid);
      },
      async startApi(more = {}) {
        const child = await serve('api', { ...environment, ...more });
        children.push(child);
        return child;
      },
      async close() {
        await Promise.all(children.map((child) => child.stop()));
        await closeContext(ctx);
        await database.stop();
      },
    };
  } catch (error) {
    await closeContext(ctx).catch(() => {});
    await database.stop();
    throw error;
  }
}

async function fill(ctx: Context, events: number): Promise<void> {
  const generated = Math.min(events, GENERATED);
  const organizer = { source: 'bench', name: 'Bench', verified: true };
  console.log(`Making a catalogue of ${events} events (once) …`);
  await generateEvents(ctx, { events: generated, seed: 1, organizer });
  if (events > generated) await multiplyListings(ctx.sql, Math.round(events / generated));
  await settle(ctx);
}

/** A company of this run, with keys whose limits no load reaches. */
async function partner(ctx: Context): Promise<{ companyId: string; keys: ReadingSite['keys'] }> {
  const { id: companyId } = await createCompany(ctx, { name: `Bench ${ctx.clock.now().toISOString()}` });
  const server = await createKey(ctx, { companyId, kind: 'server' });
  const website = await createKey(ctx, { companyId, kind: 'website', domains: ['shop.example'] });
  // A quiet machine answers more in a minute than the highest limit that a key may be given.
  await ctx.sql`
    UPDATE api_keys SET rate_limit = 1000000000, site_rate_limit = 1000000000 WHERE company_id = ${companyId}`;
  return { companyId, keys: { server: server.key, website: website.key } };
}

type Place = { at: string; id: string };

function toCursors(ctx: Context, companyId: string, rows: readonly Place[], filters: CursorFilters = {}): string[] {
  const scope = { surface: 'events', mode: 'live' as const, companyId };
  return rows.map((row) => ctx.cursors.seal(scope, row, filters));
}

async function randomCursors(
  ctx: Context,
  companyId: string,
  { count, city }: { count: number; city?: string },
): Promise<string[]> {
  const inCity = city === undefined ? ctx.sql`` : ctx.sql`AND city_key = ${city}`;
  const rows = await ctx.sql<Place[]>`
    SELECT sort_at::text AS at, event_id AS id FROM event_listings WHERE upcoming AND NOT test ${inCity}
    ORDER BY random() LIMIT ${count}`;
  return toCursors(ctx, companyId, rows, city === undefined ? {} : { city });
}

async function distinctPages(ctx: Context, companyId: string): Promise<string[]> {
  const rows = await ctx.sql<Place[]>`
    SELECT at, id FROM (
      SELECT sort_at::text AS at, event_id AS id, row_number() OVER (ORDER BY sort_at, event_id) AS number
      FROM event_listings WHERE upcoming AND NOT test
    ) numbered WHERE number % 20 = 0 ORDER BY random()`;
  return toCursors(ctx, companyId, rows);
}

async function largestCity(ctx: Context): Promise<string> {
  const [row] = await ctx.sql<{ city: string }[]>`
    SELECT city_key AS city FROM listing_city_counts WHERE NOT test ORDER BY events DESC LIMIT 1`;
  return row?.city ?? '';
}

interface Served {
  origin: string;
  pid: number;
  stop(): Promise<void>;
}

async function serve(name: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const file = join(__dirname, 'reading-server.js');
  const child = await startForked<object, null, { port: number }>(file, { args: [name], env });
  return { origin: `http://127.0.0.1:${child.ready.port}`, pid: child.pid, stop: child.close };
}
