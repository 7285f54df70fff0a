import { createKey } from '../../src/access/create-key.js';
import { createCompany } from '../../src/companies/create-company.js';
import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Queryable } from '../../src/platform/database/database.js';
import { fillTables, once, type RowsToMake, type TwoDatabases } from './two-databases.js';

const ENDPOINTS = 20;
/** Changes of the smaller one, each with a delivery to every endpoint. */
const BASE = 1_000;
/** Changes of a part: half a million deliveries with an attempt each. */
const PART = 25_000;
/** They are kept for thirty days; those of the day before are due for deletion. */
const DAYS = 31;
/** Waiting for a first attempt at each endpoint, and for a second one. */
const WAITING = 100;
/** About half of a webhook's body, so that ten million fit on a disk. */
const BODY_BYTES = 700;
const EVENTS = 20_000;

/** The subjects of the questions. */
export interface Receiver {
  companyId: string;
  endpointId: string;
  endpointIds: string[];
}

/**
 * The same endpoints in both, with a month's deliveries and waiting ones: a few in one, `count` in the other; and a
 * tenth as many audited actions.
 */
export async function fillDeliveries(both: TwoDatabases, count: number): Promise<Map<Context, Receiver>> {
  const { few, many } = both;
  const [changes, actions] = [Math.ceil(count / ENDPOINTS), Math.ceil(count / 10)];
  for (const ctx of [few, many]) {
    await once(ctx.sql, 'receivers', () => addReceivers(ctx));
    await once(ctx.sql, 'alone', addAlone);
  }
  await once(few.sql, 'deliveries', (tx) => addDeliveries(tx, { first: 1, last: BASE, of: BASE }));
  await once(few.sql, 'actions', (tx) => addActions(tx, { first: 1, last: BASE, of: BASE }));
  await fillTables(
    both,
    ['changes', 'deliveries', 'delivery_attempts'],
    { rows: changes, part: PART },
    (tx, first, last) => addDeliveries(tx, { first, last, of: changes }),
  );
  await fillTables(both, ['audit_log'], { rows: actions, part: 20 * PART }, (tx, first, last) =>
    addActions(tx, { first, last, of: actions }),
  );
  const found = new Map<Context, Receiver>();
  for (const ctx of [few, many]) {
    await once(ctx.sql, 'waiting', addWaiting);
    await ctx.sql`ANALYZE changes, deliveries, delivery_attempts, delivery_endpoints, audit_log`;
    found.set(ctx, await findReceiver(ctx));
  }
  return found;
}

async function addReceivers(ctx: Context): Promise<void> {
  for (let n = 0; n < ENDPOINTS; n += 1) {
    const { id: companyId } = await createCompany(ctx, { name: `Bench ${n}` });
    const { id: key } = await createKey(ctx, { companyId, kind: 'server' });
    await addWebhook(ctx, { key, url: 'https://hooks.example/' });
  }
}

async function findReceiver({ sql }: Context): Promise<Receiver> {
  const rows = await sql<{ id: string; companyId: string }[]>`
    SELECT id, company_id FROM delivery_endpoints ORDER BY created_at, id`;
  const [first] = rows;
  if (!first) throw new Error('there is no endpoint');
  return { companyId: first.companyId, endpointId: first.id, endpointIds: rows.map(({ id }) => id) };
}

/** When row `n` came. */
const instantOf = (sql: Queryable, { of }: RowsToMake) =>
  sql`now() - interval '1 minute' - (1 - n::float8 / ${of}::int) * interval '1 day' * ${DAYS}::int`;

/** Changes with their deliveries to every endpoint, which have ended, and the attempts of these. */
async function addDeliveries(sql: Queryable, part: RowsToMake): Promise<void> {
  await sql`
    WITH c AS (
      INSERT INTO changes (id, type, mode, what, event_id, doc, now_country, now_category, now_paying, created_at, fanned_out_at)
      SELECT 'chg_' || left(md5('change' || n), 20), 'event.changed', 'live', 'changed', 'evt_' || left(md5((n % ${EVENTS}::int)::text), 20),
             repeat('x', ${BODY_BYTES}::int), 'DE', 'concert', true, at, at
        FROM generate_series(${part.first}::int, ${part.last}::int) AS n, LATERAL (SELECT ${instantOf(sql, part)} AS at) AS instant
       ORDER BY n
      RETURNING id, seq, event_id, created_at
    ), d AS (
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, withdraws, content, state, attempt, last_outcome, created_at, finished_at)
      SELECT 'dlv_' || lpad(to_hex((extract(epoch FROM c.created_at) * 1000)::bigint), 12, '0') || left(md5(c.seq || e.id), 20),
             c.id, c.seq, e.id, c.event_id, c.seq % 50 = 0, convert_to(repeat('x', ${BODY_BYTES}::int), 'UTF8'), state, 1,
             CASE state WHEN 'failed' THEN 'http_5xx' ELSE 'ok' END, c.created_at, c.created_at + interval '50 milliseconds'
        FROM c, delivery_endpoints e,
             LATERAL (SELECT CASE c.seq % 50 WHEN 7 THEN 'failed' WHEN 11 THEN 'superseded' ELSE 'delivered' END AS state) AS ended
       ORDER BY c.seq, e.id
      RETURNING id, created_at, finished_at, last_outcome
    )
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms, answer)
    SELECT id, 1, 1, created_at, finished_at, last_outcome, 200, 50, 'ok'::bytea FROM d`;
}

/** Old changes whose deliveries are gone. */
async function addAlone(sql: Queryable): Promise<void> {
  await sql`
    INSERT INTO changes (id, type, mode, what, event_id, created_at, fanned_out_at)
    SELECT 'chg_alone_' || n, 'event.changed', 'live', 'changed', 'evt_alone', now() - interval '31 days', now() - interval '31 days'
      FROM generate_series(1, ${BASE}::int) AS n`;
}

/**
 * Changes of today with all deliveries waiting for their first attempt, and as many with second attempts due now or
 * within the hour.
 */
async function addWaiting(sql: Queryable): Promise<void> {
  await sql`
    WITH c AS (
      INSERT INTO changes (id, type, mode, what, event_id, doc, now_country, now_category, now_paying, created_at, fanned_out_at)
      SELECT 'chg_' || left(md5('waiting' || i), 20), 'event.changed', 'live', 'changed', 'evt_waiting_' || i, 'x', 'DE', 'concert', true, now(), now()
        FROM generate_series(1, ${2 * WAITING}::int) AS i
      RETURNING id, seq, event_id, seq % 2 = 0 AS again
    ), d AS (
      INSERT INTO deliveries (id, change_id, change_seq, endpoint_id, event_id, content, state, attempt, last_outcome, next_attempt_at, created_at)
      SELECT 'dlv_' || left(md5(c.seq || e.id), 32), c.id, c.seq, e.id, c.event_id, convert_to(repeat('x', ${BODY_BYTES}::int), 'UTF8'), 'pending',
             again::int, CASE WHEN again THEN 'http_5xx' END, now() - interval '1 minute' + CASE WHEN again THEN c.seq % 60 ELSE 0 END * interval '1 minute', now()
        FROM c, delivery_endpoints e
      RETURNING id, attempt
    )
    INSERT INTO delivery_attempts (delivery_id, run, number, started_at, finished_at, outcome, status_code, duration_ms)
    SELECT id, 1, 1, now(), now(), 'http_5xx', 503, 50 FROM d WHERE attempt = 1`;
}

/** Actions of every company, the last of them of a kind of its own. */
async function addActions(sql: Queryable, part: RowsToMake): Promise<void> {
  await sql`
    INSERT INTO audit_log (at, actor, action, object_id, company_id, details)
    SELECT ${instantOf(sql, part)}, 'member ' || n % 50,
           CASE WHEN n > ${part.of - 100}::int THEN 'company.suspend' ELSE (ARRAY['key.create', 'webhook.add', 'webhook.rotate'])[1 + n % 3] END,
           'obj_' || n, (SELECT array_agg(id ORDER BY name) FROM companies)[1 + n % ${ENDPOINTS}::int], '{"fields": ["name"]}'
      FROM generate_series(${part.first}::int, ${part.last}::int) AS n
     ORDER BY n`;
}
