import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { claimAttempts, listWaitingEndpoints } from '../src/deliveries/sql/claims.js';
import { deleteOldDeliveries, listDeliveryRows } from '../src/deliveries/sql/deliveries.js';
import { healthOf, type LogFilter, pageOfDeliveries } from '../src/deliveries/sql/delivery-log.js';
import { startEmbeddedPostgres } from '../src/embedded/postgres.js';
import { stopAllChildren } from '../src/embedded/processes.js';
import { connectDatabase, type Queryable, ROW_CASE, type Sql, VALUE_TYPES } from '../src/platform/database/database.js';
import { migrate } from '../src/platform/database/migrate.js';
import { report } from './support/report.js';

/**
 * Pages of the database that claims and lists read beside many delivered rows, over what they read beside none: `npm run
 * build && node dist/bench/delivery-rows.js [rows]`. Ten million rows take some 10 GB of disk while it runs.
 */
const ROWS = Number(process.argv[2] ?? 200_000);
const ENDPOINTS = 20;
/** First attempts that wait at each endpoint. */
const WAITING = 100;
const CHUNK = 500_000;
const DAY_MS = 86_400_000;
/** For how long delivered rows are kept. */
const KEPT_DAYS = 30;
const COMPANY = 'cmp_rows';

const IDS = Array.from({ length: ENDPOINTS }, (_, index) => `whk_rows_${String(index).padStart(2, '0')}`);
const [ENDPOINT = ''] = IDS;

const NEWEST: LogFilter = {
  state: null,
  type: null,
  eventId: null,
  since: null,
  until: null,
  beforeSeq: null,
  limit: 21,
};

type Work = (db: Queryable, now: Date) => Promise<unknown>;

const wanted = new Map(IDS.map((id) => [id, 500 / ENDPOINTS]));
const STATEMENTS: Record<string, Work> = {
  'a claim of 500': (db, now) => claimAttempts(db, { kind: 'first', wanted, leaseMs: 15_000, now, overdue: now }),
  'the endpoints with something waiting': listWaitingEndpoints,
  "an endpoint's newest deliveries": (db) => listDeliveryRows(db, ENDPOINT, { states: null, limit: 20 }),
  'the same in the dashboard': (db) => pageOfDeliveries(db, { companyId: COMPANY, endpointId: ENDPOINT }, NEWEST),
  'the dashboard, those that failed': (db) =>
    pageOfDeliveries(db, { companyId: COMPANY, endpointId: ENDPOINT }, { ...NEWEST, state: 'failed' }),
  'what is old enough to be deleted': (db, now) =>
    deleteOldDeliveries(db, new Date(now.getTime() - 60 * DAY_MS), 5_000),
};

async function prepare(sql: Sql, now: Date): Promise<void> {
  await sql`INSERT INTO companies (id, name, created_at) VALUES (${COMPANY}, 'Rows', ${now})`;
  await sql`INSERT INTO api_keys (id, company_id, kind, hash, last_four, ref, created_at)
            VALUES ('key_rows', ${COMPANY}, 'server', '\\x00', 'rows', 'rows', ${now})`;
  await sql`
    INSERT INTO delivery_endpoints (id, kind, company_id, key_id, mode, subscribes_events, subscribes_earnings, url, secret, created_at)
    SELECT id, 'webhook', ${COMPANY}, 'key_rows', 'live', true, true, 'https://example.com/', '\\x00', ${now} FROM unnest(${IDS}::text[]) id`;
  // Without foreign keys: all references are right, and checking them would take most of the time.
  await sql`SET session_replication_role = replica`;
  await write(sql, { from: 1_000_000_001, changes: WAITING, state: 'pending', now, stepMs: 0 });
  await write(sql, { from: -1_000, changes: 100, state: 'failed', now, stepMs: 0 });
  await sql`VACUUM ANALYZE`;
}

interface Rows {
  /** The first of their changes. */
  from: number;
  changes: number;
  state: 'pending' | 'delivered' | 'failed';
  now: Date;
  /** Between two changes; the last of all was just now. */
  stepMs: number;
}

/** Deliveries of changes to every endpoint, and the attempts of those that ended. */
async function write(sql: Sql, { from, changes, state, now, stepMs }: Rows): Promise<void> {
  const done = state !== 'pending';
  const last = ROWS / ENDPOINTS;
  await sql`
    WITH made AS (
      INSERT INTO changes (seq, id, type, mode, what, event_id, created_at, fanned_out_at) OVERRIDING SYSTEM VALUE
      SELECT n, 'chg_' || n, 'event.changed', 'live', 'changed', 'evt_' || n % 10000,
             ${now}::timestamptz - greatest(0, ${last}::integer - n) * ${stepMs}::float8 * interval '1 millisecond', ${now}
        FROM generate_series(${from}::integer, ${from + changes - 1}::integer) n
      RETURNING seq, id, event_id, created_at
    ), sent AS (
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, content, state, attempt, last_outcome, next_attempt_at, created_at, finished_at)
      SELECT 'dlv_' || lpad(to_hex(m.seq + 1000), 12, '0') || e, m.id, m.seq, e, m.event_id, convert_to(repeat('x', 200), 'UTF8'), ${state},
             CASE WHEN ${done} THEN 1 ELSE 0 END, CASE WHEN ${done} THEN 'ok' END, CASE WHEN ${!done} THEN ${now}::timestamptz END,
             m.created_at, CASE WHEN ${done} THEN m.created_at END
        FROM made m CROSS JOIN unnest(${IDS}::text[]) e
      RETURNING id, finished_at
    )
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms)
    SELECT id, 1, 1, finished_at, finished_at, 'ok', 204, 20 FROM sent WHERE finished_at IS NOT NULL`;
}

const ROLLED_BACK = new Error('rolled back');

/** Pages that a statement touched, by the plan that the database itself reports of it. */
async function pagesOf(url: string, work: Work, now: Date): Promise<number> {
  const plans: string[] = [];
  const db = postgres(url, {
    max: 1,
    transform: ROW_CASE,
    types: VALUE_TYPES,
    onnotice: ({ message }) => plans.push(String(message)),
  });
  try {
    await db.unsafe(`LOAD 'auto_explain'; SET client_min_messages = log; SET auto_explain.log_analyze = on;
      SET auto_explain.log_buffers = on; SET auto_explain.log_format = json`);
    const run = () =>
      db
        .begin(async (tx) => {
          await tx`SET LOCAL auto_explain.log_min_duration = 0`;
          plans.length = 0;
          await work(tx, now);
          throw ROLLED_BACK;
        })
        .catch((error: unknown) => {
          if (error !== ROLLED_BACK) throw error;
        });
    // The first reads the catalogue, too.
    await run();
    await run();
  } finally {
    await db.end();
  }
  const { Plan } = JSON.parse((plans.find((plan) => plan.includes('plan:')) ?? '{}').replace(/^.*?plan:/s, ''));
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'partner-events-bench-'));
  const { url } = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, unsafe: true });
  const sql = connectDatabase({ url, pool: 1, statementTimeoutMs: 0, name: 'bench' });
  try {
    await migrate(sql);
    const now = new Date();
    await prepare(sql, now);
    const health = (days: number): Work => {
      const range = { from: new Date(now.getTime() - days * DAY_MS), stepSeconds: 3_600 };
      return (db) => healthOf(db, { companyId: COMPANY, endpointId: ENDPOINT }, range);
    };
    const empty: Record<string, number> = {};
    for (const [name, work] of Object.entries(STATEMENTS)) empty[name] = await pagesOf(url, work, now);
    const began = performance.now();
    const changes = ROWS / ENDPOINTS;
    const atOnce = CHUNK / ENDPOINTS;
    const stepMs = (KEPT_DAYS * DAY_MS) / changes;
    for (let from = 1; from <= changes; from += atOnce) {
      await write(sql, { from, changes: Math.min(atOnce, changes - from + 1), state: 'delivered', now, stepMs });
    }
    await sql`VACUUM ANALYZE`;
    console.log(`  wrote ${ROWS} rows in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    for (const [name, work] of Object.entries(STATEMENTS)) {
      const pages = await pagesOf(url, work, now);
      const before = empty[name] ?? 0;
      // An index of millions is some steps deeper than one of none.
      report(name, pages / before, { atMost: 3 }, `${pages} pages, ${before} beside nothing that was delivered`);
    }
    const day = await pagesOf(url, health(1), now);
    const month = await pagesOf(url, health(KEPT_DAYS), now);
    const detail = `${day} pages for the attempts of a day, ${month} for those of ${KEPT_DAYS}`;
    report("an endpoint's health of a day, of thirty", day / month, { atMost: 0.1 }, detail);
  } finally {
    await sql.end();
    await stopAllChildren();
    rmSync(folder, { recursive: true, force: true });
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
