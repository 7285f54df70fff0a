import { deleteOldChanges } from '../../src/changes/sql/changes.js';
import { DAY, HOUR } from '../../src/core/time.js';
import { listRetrying } from '../../src/deliveries/endpoints/alerts.js';
import { endpointHealth } from '../../src/deliveries/endpoints/health.js';
import { getDelivery, listDeliveries, pageDeliveries, readDeliveryLag } from '../../src/deliveries/list-deliveries.js';
import { readEndpointStatus } from '../../src/deliveries/rounds.js';
import { claimAttempts, listWaitingEndpoints } from '../../src/deliveries/sql/claims.js';
import {
  beginRuns,
  closeEndpointDeliveries,
  countDeliveries,
  deleteOldDeliveries,
} from '../../src/deliveries/sql/deliveries.js';
import { pageOfDeliveries } from '../../src/deliveries/sql/delivery-log.js';
import { listFailingEndpoints } from '../../src/deliveries/sql/failing-endpoints.js';
import { insertWebhookDeliveries } from '../../src/deliveries/sql/fan-out.js';
import { recordEnds } from '../../src/deliveries/sql/outcomes.js';
import { countEnded, findUnattended, releaseNewlyDue } from '../../src/deliveries/sql/rounds.js';
import { pageActions } from '../../src/platform/audit/page-actions.js';
import { deleteOldActions } from '../../src/platform/audit/sql.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Receiver } from './kept-deliveries.js';
import { ago, inDatabase, type Question, takenBack } from './two-databases.js';

const LEASE_MS = 20_000;
const KEPT_MS = 30 * DAY;
/** Deleted at once here, of the five thousand that a sweep deletes: the smaller database has no more. */
const OLD = 500;

/** The queries of the dashboard, operators and workers over deliveries and the audit log. */
export function questionsOfDeliveries(found: ReadonlyMap<Context, Receiver>): Record<string, Question> {
  const of = (ctx: Context) => inDatabase(found, ctx);
  const page = (filter: object) => (ctx: Context) => pageDeliveries(ctx, { ...of(ctx), limit: 25, ...filter });
  const between = (from: number, until: number) => (ctx: Context) =>
    page({ since: ago(ctx, from).toISOString(), until: ago(ctx, until).toISOString() })(ctx);
  const none = { state: null, type: null, eventId: null, since: null, until: null };
  const claim = (kind: 'first' | 'retry', room: number) =>
    takenBack(async (ctx, tx) => {
      const wanted = new Map(of(ctx).endpointIds.map((id) => [id, room]));
      const now = ctx.clock.now();
      const rows = await claimAttempts(tx, { kind, wanted, leaseMs: LEASE_MS, now });
      if (rows.length < room) throw new Error(`only ${rows.length} were claimed`);
    });
  const actions = (filter: object) => (ctx: Context) =>
    pageActions(ctx, { companyId: of(ctx).companyId, limit: 50, ...filter });
  return {
    'a page of deliveries': page({}),
    '… of an event': page({ eventId: 'evt_waiting_7' }),
    '… of an event without any': page({ eventId: 'evt_none' }),
    '… of earnings, without any': page({ type: 'earnings.changed' }),
    '… delivered': page({ state: 'delivered' }),
    '… failed': page({ state: 'failed' }),
    '… held, without any': page({ state: 'held' }),
    '… failed, of an event': page({ state: 'failed', eventId: 'evt_none' }),
    '… written in the last hour': (ctx) => page({ since: ago(ctx, HOUR).toISOString() })(ctx),
    '… written since tomorrow': (ctx) => page({ since: ago(ctx, -DAY).toISOString() })(ctx),
    '… written on a day ten days ago': between(11 * DAY, 10 * DAY),
    '… written on the oldest day': between(30 * DAY, 29 * DAY),
    '… written before all': (ctx) => page({ until: ago(ctx, 60 * DAY).toISOString() })(ctx),
    'a late page': async (ctx) => {
      const [middle] = await ctx.sql<{ seq: string }[]>`SELECT (max(seq) / 2)::text AS seq FROM changes`;
      await pageOfDeliveries(ctx.sql, of(ctx), { ...none, beforeSeq: middle?.seq ?? null, limit: 26 });
    },
    'one with its attempts': async (ctx) => {
      const [row] = await ctx.sql<{ id: string }[]>`
        SELECT id FROM deliveries WHERE endpoint_id = ${of(ctx).endpointId} ORDER BY change_seq LIMIT 1`;
      await getDelivery(ctx, row?.id ?? '');
    },
    'failed ones, in the command': (ctx) =>
      listDeliveries(ctx, { endpointId: of(ctx).endpointId, states: ['failed'], limit: 20 }),
    'how late deliveries are': (ctx) => readDeliveryLag(ctx),
    'endpoints with retries': (ctx) => listRetrying(ctx, { limit: 100 }),
    'endpoints that fail': takenBack(async (_ctx, tx) => {
      await tx`UPDATE delivery_endpoints SET failing_since = now()`;
      await listFailingEndpoints(tx, { kind: 'webhook', limit: 100 });
    }),

    'where something waits': (ctx) => listWaitingEndpoints(ctx.sql, ctx.clock.now()),
    'a claim of 500 first attempts': claim('first', 25),
    'a claim of 100 retries': claim('retry', 5),
    'outcomes of 100 attempts': takenBack(async (ctx, tx) => {
      const rows = await tx<{ id: string; endpointId: string }[]>`
        SELECT id, endpoint_id FROM deliveries WHERE state = 'pending' AND attempt = 0 ORDER BY endpoint_id, change_seq LIMIT 100`;
      const at = ctx.clock.now();
      const end = { run: 1, attempt: 1, outcome: 'ok', statusCode: 200, durationMs: 50, detail: null } as const;
      const ends = rows.map((row) => ({ ...row, ...end, answer: Buffer.from('ok'), nextAttemptAt: null, at }));
      await recordEnds(tx, ends, { now: at, disableBefore: ago(ctx, 5 * DAY) });
    }),
    'deliveries of 25 changes': takenBack(async (ctx, tx) => {
      const rows = await tx<{ id: string }[]>`
        INSERT INTO changes (id, type, mode, what, event_id, doc, now_country, now_category, now_paying, created_at)
        SELECT 'chg_new_' || n, 'event.changed', 'live', 'changed', 'evt_new', 'x', 'DE', 'concert', true, now() FROM generate_series(1, 25) n RETURNING id`;
      const { endpointIds } = of(ctx);
      const batch = { changeIds: rows.map(({ id }) => id), endpointIds, heldSince: ago(ctx, DAY), disabledIds: [] };
      await insertWebhookDeliveries(tx, { ...batch, now: ctx.clock.now(), origin: 'https://x.example' });
    }),
    'what waits at an endpoint': (ctx) => readEndpointStatus(ctx, of(ctx).endpointId),
    'retries that have become due': takenBack((ctx, tx) => releaseNewlyDue(tx, of(ctx).endpointId, ctx.clock.now())),
    'how a round went': (ctx) => countEnded(ctx.sql, of(ctx).endpointId, ago(ctx, 30_000)),
    'holding what waits at an endpoint': takenBack(async (ctx, tx) => {
      const { endpointId } = of(ctx);
      await tx`UPDATE delivery_endpoints SET status = 'disabled', disabled_reason = 'failing', disabled_at = now() WHERE id = ${endpointId}`;
      await closeEndpointDeliveries(tx, endpointId, 'held', { now: ctx.clock.now(), dueOnly: false, limit: 5_000 });
    }),
    'sending ten again that failed': takenBack(async (ctx, tx) => {
      const filter = { since: ago(ctx, 40 * DAY), afterSeq: 0, limit: 10 };
      const rows = await beginRuns(tx, of(ctx).endpointId, { ...filter, states: ['failed', 'held'] }, ctx.clock.now());
      if (rows.length < 10) throw new Error(`only ${rows.length} are sent again`);
    }),

    'check: lost workflows': (ctx) => findUnattended(ctx.sql, { before: ago(ctx, 60_000), after: null, limit: 200 }),
    'retention: 500 old deliveries': takenBack((ctx, tx) => deleteOldDeliveries(tx, ago(ctx, KEPT_MS), OLD)),
    'retention: no old delivery': (ctx) => deleteOldDeliveries(ctx.sql, ago(ctx, 2 * KEPT_MS), OLD),
    'retention: 500 old changes': takenBack((ctx, tx) => deleteOldChanges(tx, ago(ctx, KEPT_MS), OLD)),
    'retention: no old change': (ctx) => deleteOldChanges(ctx.sql, ago(ctx, 2 * KEPT_MS), OLD),

    'a page of the audit log': actions({}),
    '… of a kind': actions({ kind: 'webhook' }),
    '… of a rare kind': actions({ kind: 'company' }),
    '… of a kind without any': actions({ kind: 'order' }),
    '… by a member': actions({ actor: 'member 7' }),
    '… since yesterday': (ctx) => actions({ since: ago(ctx, DAY) })(ctx),
    'retention: old actions': (ctx) => deleteOldActions(ctx.sql, ago(ctx, 3653 * DAY), OLD),
  };
}

/** Queries that sum all matching rows, and grow with them. */
export function sumsOfDeliveries(found: ReadonlyMap<Context, Receiver>): Record<string, Question> {
  const of = (ctx: Context) => inDatabase(found, ctx);
  return {
    'health of a day': (ctx) => endpointHealth(ctx, { ...of(ctx), range: '24h' }),
    'deliveries in each state': (ctx) => countDeliveries(ctx.sql, of(ctx)),
  };
}
