import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deleteOldTokensAndUse } from '../../src/access/jobs.js';
import { JOBS } from '../../src/context/jobs.js';
import { DAY, HOUR } from '../../src/core/time.js';
import { deleteExpiredSignIns } from '../../src/members/sessions.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createJobSite } from '../../src/platform/jobs/site.js';
import { createJobParts } from '../../src/platform/jobs/start-jobs.js';
import { createTemporalClient } from '../../src/platform/temporal/client.js';
import { keepRequestDays } from '../../src/requests/jobs.js';
import { deleteOldSignals } from '../../src/signals/delete-old-signals.js';
import { createTestContext, type TestContext } from '../support/context.js';

const document = readFileSync(join(projectRoot(), 'docs/deploy/storage.md'), 'utf8');
const limited = [...document.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-11-24T12:00:00Z' });
  // The rows below say when they are from, and little else.
  const checks = await ctx.sql<{ drop: string }[]>`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop
      FROM pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND connamespace = 'public'::regnamespace AND coninhcount = 0`;
  for (const { drop } of checks) await ctx.sql.unsafe(drop);
});
afterAll(() => ctx?.close());

type Row = Record<string, unknown>;

/** For each table: how long a row is kept, and a row that is as old as `at`. */
const ROWS: Record<string, { keptMs: number; row(at: Date, n: number): Row }> = {
  api_requests: { keptMs: 7 * DAY, row: (at) => ({ at, mode: 'live' }) },
  attempt_counts: { keptMs: 0, row: (ends_at) => ({ ends_at }) },
  audit_log: { keptMs: 3653 * DAY, row: (at, n) => ({ at, action: 'key.create', object_id: `key_${n}` }) },
  bulk_files: {
    keptMs: 2 * HOUR,
    row: (requested_at) => ({ requested_at, finished_at: requested_at, mode: 'live', format: 'csv', state: 'failed' }),
  },
  changes: {
    keptMs: 30 * DAY,
    row: (created_at, seq) => ({
      ...{ seq, type: 'event.changed', mode: 'live', event_id: 'evt_1', created_at, fanned_out_at: created_at },
    }),
  },
  deliveries: {
    keptMs: 30 * DAY,
    row: (finished_at, n) => ({
      ...{
        id: `dlv_${n}`,
        change_seq: n,
        change_id: `none_${n}`,
        endpoint_id: 'whk_1',
        state: 'delivered',
        finished_at,
      },
    }),
  },
  delivery_attempts: {
    keptMs: 30 * DAY,
    row: (finished_at, n) => ({ delivery_id: `dlv_${n}`, run: 1, number: 1, finished_at }),
  },
  delivery_replays: { keptMs: 30 * DAY, row: (requested_at) => ({ requested_at, states: '{failed}' }) },
  former_owners: { keptMs: 3 * DAY, row: (until) => ({ until }) },
  key_use: { keptMs: 760 * DAY, row: (day) => ({ key_id: 'key_1', day }) },
  mails: { keptMs: 30 * DAY, row: (ended_at) => ({ reason: 'test', state: 'sent', ended_at }) },
  member_browsers: { keptMs: 365 * DAY, row: (seen_at) => ({ seen_at }) },
  member_sessions: { keptMs: 7 * DAY, row: (created_at) => ({ created_at, seen_at: new Date(Date.now() + DAY) }) },
  oauth_tokens: { keptMs: DAY, row: (expires_at) => ({ expires_at, scopes: '{}' }) },
  operator_visits: { keptMs: 0, row: (ends_at) => ({ ends_at }) },
  processor_events: { keptMs: 90 * DAY, row: (received_at) => ({ received_at }) },
  sign_in_links: { keptMs: 0, row: (expires_at) => ({ expires_at }) },
  signal_counts: { keptMs: 760 * DAY, row: (day) => ({ key_id: 'key_1', company_id: 'cmp_1', day }) },
  signals: { keptMs: 35 * DAY, row: (at) => ({ at, type: 'view' }) },
  signals_seen: { keptMs: 2 * DAY, row: (seen_at) => ({ seen_at }) },
  sub_id_counts: { keptMs: 760 * DAY, row: (day) => ({ company_id: 'cmp_1', mode: 'live', day }) },
  sub_id_months: { keptMs: 791 * DAY, row: (month) => ({ company_id: 'cmp_1', mode: 'live', month }) },
};

interface Column {
  name: string;
  type: string;
  needed: boolean;
}

const DUMMIES: readonly [RegExp, (n: number) => unknown][] = [
  [/int|numeric|real|double/, (n) => n],
  [/bytea/, (n) => `\\x${n.toString(16).padStart(8, '0')}`],
  [/uuid/, (n) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`],
  [/bool/, () => false],
  [/timestamp|date/, () => new Date(0)],
  [/\[\]|ARRAY/, () => '{}'],
  [/inet|cidr/, () => '192.0.2.1'],
  [/json/, () => '{}'],
  [/./, (n) => `x_${n}`],
];

/** A row with what its table insists on. */
async function insert(table: string, row: Row, n: number): Promise<void> {
  const columns = await ctx.sql<Column[]>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
           a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS needed
      FROM pg_attribute a WHERE a.attrelid = ${table}::text::regclass AND a.attnum > 0 AND NOT a.attisdropped`;
  const dummy = ({ type }: Column) => DUMMIES.find(([pattern]) => pattern.test(type))?.[1](n);
  const needed = columns.filter((column) => column.needed && !(column.name in row));
  const whole = { ...Object.fromEntries(needed.map((column) => [column.name, dummy(column)])), ...row };
  await ctx.sql.begin(async (tx) => {
    // References of rows do not matter here.
    await tx`SET LOCAL session_replication_role = replica`;
    await tx.unsafe(
      `INSERT INTO ${table} (${Object.keys(whole).join(', ')}) OVERRIDING SYSTEM VALUE
       SELECT ${Object.keys(whole)
         .map((name) => `r.${name}`)
         .join(', ')} FROM json_populate_record(NULL::${table}, $1::text::json) r`,
      [JSON.stringify(whole)],
    );
  });
}

const rowsOf = async (table: string) => (await ctx.sql.unsafe<[]>(`SELECT FROM ${table}`)).length;

async function runJobs(): Promise<void> {
  const temporal = createTemporalClient(ctx.config);
  try {
    const site = createJobSite(ctx, temporal, { sql: ctx.sql });
    for (const clock of createJobParts(site, JOBS).clocks) await clock.run();
  } finally {
    await temporal.close();
  }
  await deleteOldTokensAndUse(ctx);
  await deleteExpiredSignIns(ctx);
  await deleteOldSignals(ctx);
  await keepRequestDays(ctx);
}

/** Tables whose rows are kept: the books, and the rows that they refer to. */
const KEPT = `
  agreements api_keys bank_entries bank_files bank_imports bulk_clocks
  bulk_subscriptions checkouts companies company_billing company_vat delivery_endpoints
  disputes earnings event_announcements event_listings event_refunds events
  go_live_facts idempotency_keys inquiries installation job_clocks key_certificates
  ledger_entries listing_category_counts listing_city_category_counts listing_city_counts listing_performers listing_stamp
  listing_words member_passkeys member_totp members oauth_clients order_lines
  order_pages orders organizer_keys organizers payment_accounts payout_accounts
  performers reconciliation_accounts reconciliation_differences reconciliation_settled reconciliation_totals reconciliations
  refunds sales sandbox_clock saved_filters settlement_decisions settlement_documents
  settlement_lines settlement_runs settlement_terms settlement_transfers settlements simulated_transfers
  ticket_mails ticket_types tickets transfer_accounts transfer_reversals withdrawals
`.match(/\w+/g);

test('every table is kept, or docs/deploy/storage.md names it', async () => {
  const tables = await ctx.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'schema_migrations'`;
  const named = [...(KEPT ?? []), ...[...document.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name)];
  expect(tables.map(({ name }) => name).filter((name) => named.filter((other) => other === name).length !== 1)).toEqual(
    [],
  );
  expect(limited).toEqual(Object.keys(ROWS));
});

test('the jobs of a day leave each table with its kept rows, after any amount of a day', async () => {
  const now = ctx.clock.now();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  await insert('companies', { id: 'cmp_1', name: 'A' }, 1);
  await insert('api_keys', { id: 'key_1', company_id: 'cmp_1', kind: 'server' }, 1);
  await insert('delivery_endpoints', { id: 'whk_1', kind: 'webhook', mode: 'live' }, 1);
  // The days of old signals and calls have their partitions.
  ctx.clock.set(ago(9 * DAY));
  await keepRequestDays(ctx);
  ctx.clock.set(ago(37 * DAY));
  await deleteOldSignals(ctx);
  ctx.clock.set(now);
  for (const [table, { keptMs, row }] of Object.entries(ROWS)) {
    const span = keptMs >= 7 * DAY ? 1.5 * DAY : HOUR;
    await insert(table, row(ago(keptMs + span), 1), 1);
    await insert(table, row(ago(keptMs - span), 2), 2);
  }
  // More than a sweep deletes at once.
  await ctx.sql`
    INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, content, state, created_at, finished_at)
    SELECT 'dlv_old_' || n, 'none_old_' || n, 10 + n, 'whk_1', ''::bytea, 'delivered', ${ago(31 * DAY)}, ${ago(31 * DAY)} FROM generate_series(1, 12000) n`;

  await runJobs();
  const left = await Promise.all(Object.keys(ROWS).map(async (table) => [table, await rowsOf(table)]));
  expect(left).toEqual(Object.keys(ROWS).map((table) => [table, 1]));
});
