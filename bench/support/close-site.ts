import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeContext, createContext } from '../../src/context/create-context.js';
import { locateTemporalServer } from '../../src/embedded/locate-temporal.js';
import { startEmbeddedPostgres } from '../../src/embedded/postgres.js';
import { stopAllChildren } from '../../src/embedded/processes.js';
import { startTemporalServer } from '../../src/embedded/temporal-server.js';
import { readConfig } from '../../src/platform/config/config.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { migrate } from '../../src/platform/database/migrate.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { type CloseInput, type CloseProgress, SETTLEMENT_CLOSE_WORKFLOW } from '../../src/settlements/workflow.js';

export const MONTH = '2026-08';
const AT = '2026-08-10T12:00:00Z';

export interface CloseSite {
  /** Fills a fresh database with companies and lines of one month, and keeps a copy of it as it is then. */
  fill(companies: number, entries: number): Promise<void>;
  /** Closes the month as the Schedule does, in a worker process; its memory in MB before and at its peak. */
  close(): Promise<{ seconds: number; idleMb: number; peakMb: number; progress: CloseProgress }>;
  /** The same work on the copy, as one statement written by hand; returns its seconds and how many it wrote. */
  closeByHand(): Promise<{ seconds: number; statements: number }>;
  /** Whether both wrote the same amounts for the same companies. */
  agree(): Promise<boolean>;
  stop(): Promise<void>;
}

export async function openCloseSite(): Promise<CloseSite> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const [database, temporal] = await Promise.all([
    startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: () => {} }),
    locateTemporalServer(console.error).then((path) =>
      startTemporalServer({
        path,
        namespaces: ['partner-events'],
        withUi: false,
        logFile: join(folder, 'temporal.log'),
      }),
    ),
  ]);
  const environment = {
    DATABASE_URL: database.url,
    DATABASE_STATEMENT_TIMEOUT_MS: '900000',
    TEMPORAL_ADDRESS: temporal.address,
    LOG_LEVEL: 'warn',
  };
  const copyUrl = new URL('/by_hand', database.url).href;
  const open = (url: string) => createContext(readConfig({ ...environment, DATABASE_URL: url }), { name: 'bench' });
  const amounts = async (url: string) => {
    const ctx = open(url);
    const rows = await ctx.sql`
      SELECT md5(string_agg(company_id || currency || amount_minor || lines || status, ',' ORDER BY company_id, currency)) AS digest FROM settlements`;
    await closeContext(ctx);
    return rows[0]?.digest as string;
  };

  return {
    async fill(companies, entries) {
      const ctx = open(database.url);
      await migrate(ctx.sql);
      await fillMonth(ctx.sql, companies, entries);
      await ctx.sql`VACUUM ANALYZE`;
      await ctx.sql`CHECKPOINT`;
      await closeContext(ctx);
      const admin = open(new URL('/postgres', database.url).href);
      const name = new URL(database.url).pathname.slice(1);
      await admin.sql`CREATE DATABASE by_hand TEMPLATE ${admin.sql(name)}`;
      await closeContext(admin);
    },
    async close() {
      const worker = await startWorker({ ...process.env, ...environment });
      const client = createTemporalClient(readConfig(environment));
      const input: CloseInput = { month: MONTH, requestedBy: 'bench', reason: 'bench' };
      const idleMb = memoryMb(worker, 'VmRSS');
      const began = performance.now();
      const progress = await client.client.workflow.execute<(input: CloseInput) => Promise<CloseProgress>>(
        SETTLEMENT_CLOSE_WORKFLOW,
        { workflowId: `bench ${process.pid}`, taskQueue: client.queue('settlements'), args: [input] },
      );
      const seconds = (performance.now() - began) / 1000;
      const peakMb = memoryMb(worker, 'VmHWM');
      worker.kill('SIGKILL');
      await client.close();
      return { seconds, idleMb, peakMb, progress };
    },
    async closeByHand() {
      const ctx = open(copyUrl);
      await ctx.sql`
        INSERT INTO settlement_runs (key, kind, month, requested_by, reason, status, started_at)
        VALUES ('hand', 'close', ${MONTH}, 'bench', 'bench', 'running', ${AT})`;
      const began = performance.now();
      const [row] = await ctx.sql.unsafe<{ statements: number }[]>(BY_HAND);
      const seconds = (performance.now() - began) / 1000;
      await closeContext(ctx);
      return { seconds, statements: row?.statements ?? 0 };
    },
    agree: async () => (await amounts(database.url)) === (await amounts(copyUrl)),
    async stop() {
      await stopAllChildren();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What one would write to close one month once: no batches, no proof, no recovery. A minimum of 50 EUR is 50 JPY. */
const BY_HAND = `
  WITH total AS MATERIALIZED (
    SELECT e.company_id, e.currency, 'stm_' || md5(e.company_id || e.currency) AS id, sum(e.commission_minor)::bigint AS amount, count(*)::int AS lines,
      sum(e.commission_minor) >= greatest(1, CASE e.currency WHEN 'JPY' THEN t.minimum_minor / 100 ELSE t.minimum_minor END) AS issued, t.method, t.net_days, t.reference
    FROM earnings e JOIN settlement_terms t USING (company_id)
    WHERE e.mode = 'live' AND e.settles AND e.settlement_id IS NULL AND e.ready_at < '2026-09-01T00:00:00Z' AND e.status IN ('ready', 'reversed')
    GROUP BY e.company_id, e.currency, t.method, t.net_days, t.reference, t.minimum_minor
  ), written AS (
    INSERT INTO settlements (id, company_id, currency, month, version, run_id, period_start, period_end, due_on, amount_minor, lines, status, method,
      reference, pay_from, issued_at, changed_at)
    SELECT id, company_id, currency, '${MONTH}', 1, (SELECT id FROM settlement_runs WHERE key = 'hand'), '2026-08-01', '2026-09-01',
      date '2026-09-01' + net_days, amount, lines, CASE WHEN issued THEN 'issued' ELSE 'carried' END, method, reference,
      CASE WHEN issued THEN timestamptz '2026-09-01T00:00:00Z' + net_days * interval '1 day' END, '${AT}', '${AT}'
    FROM total RETURNING 1
  ), taken AS (
    UPDATE earnings e SET settlement_id = t.id, changed_at = '${AT}' FROM total t
    WHERE e.company_id = t.company_id AND e.currency = t.currency AND e.mode = 'live' AND e.settles AND e.settlement_id IS NULL
      AND e.ready_at < '2026-09-01T00:00:00Z' AND e.status IN ('ready', 'reversed')
    RETURNING e.id, e.commission_minor, e.transaction_minor, e.settlement_id, t.issued
  ), listed AS (
    INSERT INTO settlement_lines (settlement_id, earning_id, commission_minor, transaction_minor, live)
    SELECT settlement_id, id, commission_minor, transaction_minor, issued FROM taken
  ), told AS (
    INSERT INTO outbox (topic, key, created_at) SELECT 'settlement.changed', id, '${AT}' FROM total WHERE issued
  )
  SELECT count(*)::int AS statements FROM written`;

async function fillMonth(
  sql: ReturnType<typeof createContext>['sql'],
  companies: number,
  entries: number,
): Promise<void> {
  const each = Math.round(entries / companies);
  await sql`
    INSERT INTO companies (id, name, currency, created_at)
    SELECT 'cmp_' || lpad(n::text, 8, '0'), 'Company ' || n, 'EUR', ${AT}::timestamptz FROM generate_series(1, ${companies}::int) n`;
  await sql`
    INSERT INTO settlement_terms (company_id, method, net_days, minimum_minor, currency, changed_at)
    SELECT id, 'processor_transfer', 30, 5000, 'EUR', ${AT}::timestamptz FROM companies`;
  await sql`
    CREATE UNLOGGED TABLE seeded AS
    SELECT 'ern_' || md5(c.id || n) AS id, 'sale_' || md5(c.id || n) AS sale_id, c.id AS company_id,
      CASE WHEN n % 3 = 0 AND right(c.id, 1) IN ('1', '4', '7') THEN 'JPY' ELSE 'EUR' END AS currency,
      CASE WHEN n % 10 = 0 THEN -1 ELSE 1 END * (1 + (right(c.id, 8)::int * 37 + n * 911) % 900)::bigint AS minor,
      ${AT}::timestamptz + n * interval '1 minute' AS at
    FROM companies c, generate_series(1, ${each}::int) n`;
  await sql`
    INSERT INTO ledger_entries (earning_id, sale_id, kind, company_id, mode, currency, commission_minor, reason, created_at)
    SELECT id, sale_id, 'adjustment', company_id, 'live', currency, minor, 'adjustment', at FROM seeded`;
  await sql`
    INSERT INTO earnings (id, sale_id, kind, company_id, mode, currency, commission_minor, status, reason, ready_at, created_at, changed_at)
    SELECT id, sale_id, 'adjustment', company_id, 'live', currency, minor, CASE WHEN minor > 0 THEN 'ready' ELSE 'reversed' END, 'adjustment',
      at, at, at FROM seeded`;
  await sql`DROP TABLE seeded`;
}

function memoryMb(worker: ChildProcess, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${worker.pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

async function startWorker(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(join(projectRoot(), 'dist/bench/support/close-worker.js'), { env });
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return child;
}
