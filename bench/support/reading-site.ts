import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { generateEvents } from '../../src/catalogue/generate-events.js';
import { createCompany } from '../../src/companies/create-company.js';
import { sealCursor } from '../../src/core/cursor.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { type Context, closeContext, createContext } from '../../src/platform/context/context.js';
import { isUsable, settle } from './kept-catalogue.js';
import { multiplyListings } from './multiply-listings.js';

export const SITE = 'https://shop.example';
/** More events than this are copies of these, made by the database. */
const GENERATED = 250_000;

/** A catalogue of so many events, the API over it, and bare Fastify beside it, each a process of its own. */
export interface ReadingSite {
  ctx: Context;
  companyId: string;
  api: string;
  bare: string;
  keys: { server: string; website: string };
  /** Cursors of pages at random places of the whole list. */
  cursors(count: number): Promise<string[]>;
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
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} });
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
    const children = await Promise.all(
      ['api', 'bare'].map((name) => serve(name, { ...process.env, ...env, BENCH_COMPANY: companyId })),
    );
    const [api = '', bare = ''] = children.map((child) => child.origin);
    return {
      ctx,
      companyId,
      api,
      bare,
      keys,
      cursors: (count) => randomCursors(ctx, companyId, count),
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
  const rateLimit = 1_000_000;
  const server = await createKey(ctx, { companyId, kind: 'server', rateLimit });
  const domains = ['shop.example'];
  const website = await createKey(ctx, { companyId, kind: 'website', domains, rateLimit, siteRateLimit: rateLimit });
  return { companyId, keys: { server: server.key, website: website.key } };
}

async function randomCursors(ctx: Context, companyId: string, count: number): Promise<string[]> {
  const rows = await ctx.sql<{ at: string; id: string }[]>`
    SELECT sort_at::text AS at, event_id AS id FROM event_listings WHERE upcoming AND NOT test ORDER BY random() LIMIT ${count}`;
  const scope = { surface: 'events', mode: 'live' as const, companyId };
  return rows.map((row) => sealCursor(ctx.encryptionKey, scope, row, {}));
}

async function serve(name: string, env: NodeJS.ProcessEnv): Promise<{ origin: string; stop(): Promise<void> }> {
  const child: ChildProcess = fork(join(__dirname, 'reading-server.js'), [name], { env, stdio: 'inherit' });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the ${name} ended with ${code}`)));
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}
