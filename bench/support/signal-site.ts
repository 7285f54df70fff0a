import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { type Child, startChild, stopAllChildren } from '../../src/embedded/processes.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import type { Context } from '../../src/platform/context/context.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { cpuSeconds } from './process-usage.js';

export const SITE = 'https://shop.example';

export interface SignalSite {
  ctx: Context;
  /** Addresses of the API and of the bare server. */
  api: string;
  bare: string;
  /** A website key of {@link SITE}. */
  key: string;
  /** Seconds of processor time so far, of the API and of Postgres. */
  used(): Promise<{ api: number; postgres: number }>;
  /** Signals that are counted now. */
  counted(): Promise<number>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** A database, the API over it, a bare Fastify beside it, and `events` live events: `evt_1`, `evt_2`… */
export async function openSignalSite(events: number): Promise<SignalSite> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const database = await startEmbeddedPostgres({ dataDir: folder, log: () => {} });
  const environment = {
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    // The callers' addresses come from the header, so that the limit of one address is counted but not met.
    TRUSTED_PROXIES: '127.0.0.1',
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  };
  const ctx = createContext(readConfig({ ...environment, DATABASE_POOL: '2' }), { name: 'bench' });
  await migrate(ctx.sql);
  const company = await createCompany(ctx, { name: 'Bench' });
  const key = await createKey(ctx, { companyId: company.id, kind: 'website', domains: ['shop.example'] });
  await fill(ctx, events);
  const [api, bare] = [await freePort(), await freePort()];
  const served = await serve('API', 'dist/api/server.js', folder, { ...environment, PORT: `${api}` });
  await serve('bare Fastify', 'dist/bench/support/bare-no-content.js', folder, { PORT: `${bare}` });
  return {
    ctx,
    api: `http://127.0.0.1:${api}`,
    bare: `http://127.0.0.1:${bare}`,
    key: key.key,
    async used() {
      const rows = await ctx.sql<{ pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;
      return { api: cpuSeconds(served.pid), postgres: rows.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0) };
    },
    async counted() {
      const [row] = await ctx.sql<
        { n: number }[]
      >`SELECT coalesce(sum(views + clicks + impressions), 0)::bigint AS n FROM signal_counts`;
      return row?.n ?? 0;
    },
    async reset() {
      await ctx.sql`TRUNCATE signal_counts, signals_seen`;
      await ctx.sql`CHECKPOINT`;
    },
    async close() {
      await closeContext(ctx);
      await stopAllChildren();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serve(name: string, file: string, folder: string, env: Record<string, string>): Promise<Child> {
  const child = await startChild({
    name,
    file: process.execPath,
    args: [join(projectRoot(), file)],
    env: { ...process.env, ...env },
    logFile: join(folder, `${name}.log`),
    channel: true,
  });
  const ended = child.ended.then((how) => Promise.reject(new Error(`the ${name} ${how}:\n${child.tail()}`)));
  await Promise.race([child.ready, ended]);
  return child;
}

async function fill(ctx: Context, events: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.sql`INSERT INTO organizers (id, source, created_at) VALUES ('org_bench', 'bench', ${now})`;
  await ctx.sql`
    INSERT INTO events (id, organizer_id, external_id, name, status, date, created_at)
    SELECT 'evt_' || i, 'org_bench', i, 'Concert', 'scheduled', ${now}::date, ${now} FROM generate_series(1, ${events}::int) i`;
}
