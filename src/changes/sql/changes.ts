import type { ChangeType, OwnedType } from '../../core/change-type.js';
import type { Scope } from '../../core/coverage.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import { DAY } from '../../core/time.js';
import type { Agreement } from '../../core/viewer.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, countRows, firstValue } from '../../platform/database/rows.js';
import type { StoredTrace } from '../../platform/traces/trace-context.js';

export interface NewEventChange extends StoredTrace {
  id: string;
  mode: Mode;
  what: string;
  eventId: Id<'event'>;
  /** The facts that agreements compare, before and after; null: no company may see the event. */
  before: Scope | null;
  after: Scope | null;
  /** UTC with microseconds. */
  withdrawnAt: string | null;
  at: Date;
}

/** Inserts changes, in the order given, each with its document as the listing has it now in this transaction. */
export async function insertEventChanges(tx: Queryable, changes: readonly NewEventChange[]): Promise<void> {
  const rows = changes.map(({ before, after, at, ...change }) => ({
    ...change,
    nowCountry: after?.country,
    nowCategory: after?.category,
    nowPaying: after?.paying,
    wasCountry: before?.country,
    wasCategory: before?.category,
    wasPaying: before?.paying,
    createdAt: at,
  }));
  await tx`
    INSERT INTO changes (id, type, mode, what, event_id, doc, now_country, now_category, now_paying, was_country, was_category,
                         was_paying, withdrawn_at, created_at, request_id, traceparent)
    SELECT c.id, 'event.changed', c.mode, c.what, c.event_id, l.doc, c.now_country, c.now_category, c.now_paying, c.was_country,
           c.was_category, c.was_paying, c.withdrawn_at, c.created_at, c.request_id, c.traceparent
      FROM json_populate_recordset(NULL::changes, ${recordset(rows)}::text::json) WITH ORDINALITY AS c
      LEFT JOIN event_listings l ON l.event_id = c.event_id AND c.now_paying IS NOT NULL
     ORDER BY c.ordinality`;
}

/** Records that events left an agreement. @param input.withdrawn selects `event_id`, `withdrawn_at`. @returns change ids. */
export function insertAgreementChanges(
  tx: Queryable,
  input: { companyId: Id<'company'>; withdrawn: Fragment; now: Date },
): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    INSERT INTO changes (id, type, mode, what, event_id, withdrawn_at, company_id, created_at)
    SELECT 'chg_' || translate(gen_random_uuid()::text, '-', ''), 'event.changed', 'live', 'withdrawn', event_id, withdrawn_at, ${input.companyId},
           ${input.now}
      FROM (${input.withdrawn}) withdrawn
     ORDER BY withdrawn_at
    RETURNING id`);
}

export interface NewOwnedChange extends StoredTrace {
  id: string;
  type: OwnedType;
  mode: Mode;
  what: string;
  companyId: Id<'company'>;
  /** Set for a test earning or order: only its own key is notified. */
  keyId: Id<'key'> | null;
  /** The public record as JSON: an earning, an order or a statement, by the type. */
  earning: string | null;
  order: string | null;
  settlement: string | null;
  saleId: Id<'sale'> | null;
  createdAt: Date;
}

/** Inserts changes of earnings, orders or statements, in the order given. */
export async function insertOwnedChanges(tx: Queryable, changes: readonly NewOwnedChange[]): Promise<void> {
  await tx`
    INSERT INTO changes (id, type, mode, what, earning, "order", settlement, sale_id, company_id, key_id, request_id, traceparent, created_at)
    SELECT id, type, mode, what, earning, "order", settlement, sale_id, company_id, key_id, request_id, traceparent, created_at
      FROM json_populate_recordset(NULL::changes, ${recordset(changes)}::text::json)`;
}

/** `changes.what` of a test that a person sent to an endpoint: no other endpoint gets it, and no replay sends it again. */
export const TEST = 'test';

export interface TestChange {
  id: Id<'change'>;
  type: ChangeType;
  mode: Mode;
  companyId: Id<'company'>;
  at: Date;
}

/** Part of a statement: inserts the change of a test, with its `id` and `seq` as the result. */
export function insertTestChange(db: Queryable, { id, type, mode, companyId, at }: TestChange): Fragment {
  const object = (of: ChangeType, value: string) => (type === of ? value : null);
  return db`
    INSERT INTO changes (id, type, mode, what, event_id, earning, "order", settlement, company_id, created_at, fanned_out_at)
    VALUES (${id}, ${type}, ${mode}, ${TEST}, ${object('event.changed', 'evt_test_sample')}, ${object('earnings.changed', '{}')},
            ${object('order.changed', '{}')}, ${object('settlement.changed', '{}')}, ${companyId}, ${at}, ${at})
    RETURNING id, seq`;
}

/** Which endpoints a batch of changes may concern, to page through them. */
export interface BatchScope {
  modes: Mode[];
  hasEvents: boolean;
  /** Companies whose earnings, orders or statements changed. */
  companies: string[];
}

export async function scopeOfBatch(db: Queryable, changeIds: readonly Id<'change'>[]): Promise<BatchScope> {
  const [scope] = await db<[BatchScope]>`
    SELECT coalesce(array_agg(DISTINCT mode), '{}') AS modes, coalesce(bool_or(type = 'event.changed'), false) AS has_events,
           coalesce(array_agg(DISTINCT company_id) FILTER (WHERE type <> 'event.changed'), '{}') AS companies
      FROM changes WHERE id = ANY (${changeIds as string[]})`;
  return scope;
}

export async function markFannedOut(db: Queryable, changeIds: readonly Id<'change'>[], now: Date): Promise<void> {
  await db`UPDATE changes SET fanned_out_at = ${now} WHERE id = ANY (${changeIds as string[]}) AND fanned_out_at IS NULL`;
}

/** Deletes changes older than `before` without any delivery. Returns how many. */
export function deleteOldChanges(db: Queryable, before: Date, limit: number): Promise<number> {
  return countRows(db`
    DELETE FROM changes WHERE seq IN (
      SELECT seq FROM changes c WHERE created_at < ${before} AND fanned_out_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM deliveries d WHERE d.change_id = c.id) LIMIT ${limit})`);
}

/** For this long after an endpoint was disabled, its deliveries are kept as `held`. */
const HOLD_FOR_MS = 30 * DAY;

/** Endpoints that were disabled after this instant still get deliveries, which are held. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HOLD_FOR_MS);

/** SQL: the endpoints `e` of usable keys `k` of active companies `o`, with the agreement `a` of live ones. */
export const RECEIVERS = fragment`
    FROM delivery_endpoints e
    JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
    JOIN companies o ON o.id = e.company_id AND o.status = 'active'
    LEFT JOIN agreements a ON a.company_id = e.company_id AND e.mode = 'live'`;

/** The endpoint `e` is active, or was disabled after `heldSince`: its deliveries are held. */
export const takesChanges = (db: Queryable, heldSince: Date): Fragment =>
  db`(e.status = 'active' OR (e.status = 'disabled' AND e.disabled_at > ${heldSince}))`;

/** `FROM … WHERE …` over the endpoints `e` in use, and the endpoints whose deliveries are held since `heldSince`. */
function endpointsInUse(db: Queryable, heldSince: Date): Fragment {
  return db`${RECEIVERS} WHERE ${takesChanges(db, heldSince)}`;
}

/** The distinct agreements under which anybody receives `event.changed`. The sandbox is the same for everybody. */
export async function listSubscribedAgreements(
  db: Queryable,
  heldSince: Date,
): Promise<(Agreement & { mode: Mode })[]> {
  return db<(Agreement & { mode: Mode })[]>`
    SELECT DISTINCT e.mode, a.countries, a.categories, coalesce(a.paying_only, false) AS paying_only
      ${endpointsInUse(db, heldSince)} AND e.subscribes_events
     ORDER BY a.countries NULLS FIRST, a.categories NULLS FIRST, paying_only`;
}

const SUBSCRIBED: Readonly<Record<OwnedType, Fragment>> = {
  'earnings.changed': fragment`e.subscribes_earnings`,
  'order.changed': fragment`e.subscribes_orders`,
  'settlement.changed': fragment`e.subscribes_settlements`,
};

/** The keys of these companies that have an endpoint for changes of this type. */
export async function listReceivers(
  db: Queryable,
  type: OwnedType,
  companyIds: readonly Id<'company'>[],
  heldSince: Date,
): Promise<{ companyId: Id<'company'>; keyId: Id<'key'>; mode: Mode }[]> {
  return db<{ companyId: Id<'company'>; keyId: Id<'key'>; mode: Mode }[]>`
    SELECT DISTINCT e.company_id, e.key_id, e.mode
      ${endpointsInUse(db, heldSince)} AND ${SUBSCRIBED[type]} AND e.company_id = ANY (${companyIds as string[]})`;
}

/** Whether a company has an endpoint for real events. */
export async function subscribesToLiveEvents(
  db: Queryable,
  companyId: Id<'company'>,
  heldSince: Date,
): Promise<boolean> {
  const subscribes = await firstValue(db<{ subscribes: boolean }[]>`
    SELECT EXISTS (SELECT ${endpointsInUse(db, heldSince)} AND e.subscribes_events AND e.mode = 'live' AND e.company_id = ${companyId}) AS subscribes`);
  return subscribes === true;
}
