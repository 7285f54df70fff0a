import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { closeContext, createContext } from '../src/context/create-context.js';
import { readConfig } from '../src/platform/config/config.js';
import { projectRoot } from '../src/platform/config/project-root.js';
import type { Context } from '../src/platform/context/context.js';
import type { Sql } from '../src/platform/database/database.js';
import { createTemporalClient } from '../src/platform/temporal/client.js';
import { prepareNamespace } from '../src/platform/temporal/prepare-namespace.js';
import { type CloseInput, type CloseProgress, SETTLEMENT_CLOSE_WORKFLOW } from '../src/settlements/workflow.js';
import { createWorkers } from '../worker/create-workers.js';
import { answerParent, startForked } from './support/forked.js';
import { openPlatform, type Platform } from './support/platform.js';
import { cpuSeconds, treeSeconds } from './support/process-usage.js';
import { report } from './support/report.js';
import { runBench } from './support/run.js';

const MONTH = '2026-08';
const AT = '2026-08-10T12:00:00Z';
/** Argument of the worker's process. */
const WORKER = 'worker';

/** A month's close by a worker, proved line by line, compared with the same work as one statement of SQL on the same data. */
async function close(companies = 10_000, entries = 1_000_000): Promise<void> {
  const platform = await openPlatform({ DATABASE_STATEMENT_TIMEOUT_MS: '900000' }, { temporal: true });
  const byHand = contextOn(platform, 'by_hand');
  try {
    await fillMonth(platform.ctx.sql, companies, entries);
    await copyDatabase(platform);
    const hand = await closeByHand(byHand);
    const { seconds, idleMb, peakMb, progress } = await closeByWorker(platform);
    if ((await digest(platform.ctx)) !== (await digest(byHand))) {
      throw new Error('the close and the hand-written statement differ');
    }
    console.log(
      `  ${companies} companies, ${entries} entries: ${progress.issued} issued, ${progress.carried} carried, ${progress.refused} refused`,
    );
    console.log(`  by hand: ${hand.seconds.toFixed(1)} s for ${hand.statements} statements`);
    const detail = `${seconds.toFixed(1)} s; the worker's memory ${idleMb.toFixed(0)} MB before, ${peakMb.toFixed(0)} MB at its peak`;
    report('settlement close / one hand-written statement', seconds / hand.seconds, { atMost: 5 }, detail);
  } finally {
    await closeContext(byHand);
    await platform.close();
  }
}

/** Another database of the same server. */
function contextOn({ environment }: Platform, database: string): Context {
  const url = new URL(`/${database}`, environment.DATABASE_URL).href;
  return createContext(readConfig({ ...environment, DATABASE_URL: url }), { name: `bench ${database}` });
}

/** Keeps a copy of the current database, as `by_hand`. */
async function copyDatabase(platform: Platform): Promise<void> {
  await platform.ctx.sql`VACUUM ANALYZE`;
  await platform.ctx.sql`CHECKPOINT`;
  const admin = contextOn(platform, 'postgres');
  const name = new URL(platform.environment.DATABASE_URL ?? '').pathname.slice(1);
  // A copied database may have no other connection; the context opens new ones.
  await admin.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name}`;
  await admin.sql`CREATE DATABASE by_hand TEMPLATE ${admin.sql(name)}`;
  await closeContext(admin);
}

/** A digest of the amounts that were written for each company. */
async function digest({ sql }: Context): Promise<string> {
  const [row] = await sql<{ digest: string }[]>`
    SELECT md5(string_agg(company_id || currency || amount_minor || lines || status, ',' ORDER BY company_id, currency)) AS digest FROM settlements`;
  return row?.digest ?? '';
}

/** As the Schedule does, in a worker process; its memory in MB before and at its peak. */
async function closeByWorker({ environment, folder }: Platform) {
  const env = { ...process.env, ...environment };
  const worker = await startForked<object, null>(__filename, { args: [WORKER], env });
  const client = createTemporalClient(readConfig(environment));
  const input: CloseInput = { month: MONTH, requestedBy: 'bench', reason: 'bench' };
  const idleMb = memoryMb(worker.pid, 'VmRSS');
  const postmaster = Number(readFileSync(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  const used = () => [cpuSeconds(worker.pid), treeSeconds(postmaster)];
  const [workerBefore = 0, postgresBefore = 0] = used();
  const began = performance.now();
  const progress = await client.client.workflow.execute<(input: CloseInput) => Promise<CloseProgress>>(
    SETTLEMENT_CLOSE_WORKFLOW,
    { workflowId: `bench ${process.pid}`, taskQueue: client.queue('settlements'), args: [input] },
  );
  const seconds = (performance.now() - began) / 1000;
  const peakMb = memoryMb(worker.pid, 'VmHWM');
  const [workerAfter = 0, postgresAfter = 0] = used();
  const statements = progress.issued + progress.carried;
  const each = (seconds: number) => `${((1_000 * seconds) / statements).toFixed(2)} ms`;
  console.log(
    `  of processor time a statement: worker ${each(workerAfter - workerBefore)}, Postgres ${each(postgresAfter - postgresBefore)}`,
  );
  await worker.close();
  await client.close();
  return { seconds, idleMb, peakMb, progress };
}

async function closeByHand({ sql }: Context): Promise<{ seconds: number; statements: number }> {
  await sql`
    INSERT INTO settlement_runs (key, kind, month, requested_by, reason, status, started_at)
    VALUES ('hand', 'close', ${MONTH}, 'bench', 'bench', 'running', ${AT})`;
  const began = performance.now();
  const [row] = await sql.unsafe<{ statements: number }[]>(BY_HAND);
  return { seconds: (performance.now() - began) / 1000, statements: row?.statements ?? 0 };
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
      reference, pay_from, issued_at, changed_at, totals, issuer, recipient)
    SELECT id, company_id, currency, '${MONTH}', 1, (SELECT id FROM settlement_runs WHERE key = 'hand'), '2026-08-01', '2026-09-01',
      date '2026-09-01' + net_days, amount, lines, CASE WHEN issued THEN 'issued' ELSE 'carried' END, method, reference,
      CASE WHEN issued THEN timestamptz '2026-09-01T00:00:00Z' + net_days * interval '1 day' END, '${AT}', '${AT}', jsonb_build_object('sale', amount, 'refund', 0, 'adjustment', 0), '{}', '{}'
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

async function fillMonth(sql: Sql, companies: number, entries: number): Promise<void> {
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

function memoryMb(pid: number, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

/** The worker without its relay: the payments that follow a close are not part of it. */
async function work(): Promise<void> {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const ctx = createContext(readConfig(process.env), { name: 'bench worker' });
  const temporal = createTemporalClient(ctx.config);
  await prepareNamespace(temporal.connection, ctx.config.temporal.namespace);
  const connection = await NativeConnection.connect({ address: ctx.config.temporal.address });
  const codePath = join(projectRoot(), 'dist/workflow-bundle.js');
  const workers = await createWorkers(ctx, {
    connection,
    temporal,
    stopping: new AbortController().signal,
    workflowBundle: { codePath },
  });
  for (const worker of workers) void worker.run();
  answerParent(async () => null);
}

if (process.argv[2] === WORKER) void work();
else runBench(module, { close });
