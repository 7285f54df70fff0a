import type { Scope } from '../../core/coverage.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import { withdrawnFrom } from '../../listings/sql/withdrawals.js';
import { flags, instants } from '../../platform/database/arrays.js';
import type { Queryable } from '../../platform/database/database.js';
import { recordset } from '../../platform/database/recordset.js';
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

export interface NewEarningChange extends StoredTrace {
  id: string;
  mode: Mode;
  what: string;
  companyId: Id<'company'>;
  /** Set for a test earning: only its own key is notified. */
  keyId: Id<'key'> | null;
  /** The record as partners read it, as JSON. */
  earning: string;
  saleId: Id<'sale'>;
}

/** Inserts changes, each with its document as the listing has it now in this transaction. */
export async function insertEventChanges(tx: Queryable, changes: readonly NewEventChange[]): Promise<void> {
  const column = <T>(pick: (change: NewEventChange) => T) => changes.map(pick);
  await tx`
    INSERT INTO changes (id, type, mode, what, event_id, doc, now_country, now_category, now_paying, was_country, was_category,
                         was_paying, withdrawn_at, created_at, request_id, traceparent)
    SELECT c.id, 'event.changed', c.mode, c.what, c.event_id, l.doc, c.now_country, c.now_category, c.now_paying, c.was_country,
           c.was_category, c.was_paying, c.withdrawn_at, c.at, c.request_id, c.traceparent
      FROM unnest(
        ${column((change) => change.id)}::text[], ${column((change) => change.mode)}::text[], ${column((change) => change.what)}::text[],
        ${column((change) => change.eventId)}::text[],
        ${column((change) => change.after?.country ?? null)}::text[], ${column((change) => change.after?.category ?? null)}::text[],
        ${flags(column((change) => change.after?.paying ?? null))}::text[]::boolean[],
        ${column((change) => change.before?.country ?? null)}::text[], ${column((change) => change.before?.category ?? null)}::text[],
        ${flags(column((change) => change.before?.paying ?? null))}::text[]::boolean[],
        ${column((change) => change.withdrawnAt)}::text[]::timestamptz[], ${instants(column((change) => change.at))}::text[]::timestamptz[],
        ${column((change) => change.requestId)}::text[], ${column((change) => change.traceparent)}::text[]
      ) WITH ORDINALITY AS c (id, mode, what, event_id, now_country, now_category, now_paying, was_country, was_category,
                              was_paying, withdrawn_at, at, request_id, traceparent, position)
      LEFT JOIN event_listings l ON l.event_id = c.event_id AND c.now_paying IS NOT NULL
     ORDER BY c.position`;
}

/** Records that events left a company's agreement, for each of its withdrawals after `stamp`; returns the ids. */
export async function insertAgreementChanges(
  tx: Queryable,
  input: { companyId: Id<'company'>; stamp: Date; now: Date },
): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    INSERT INTO changes (id, type, mode, what, event_id, withdrawn_at, company_id, created_at)
    SELECT 'chg_' || translate(gen_random_uuid()::text, '-', ''), 'event.changed', 'live', 'withdrawn', event_id, withdrawn_at, ${input.companyId},
           ${input.now}
      FROM (${withdrawnFrom(tx, input.companyId, input.stamp)}) withdrawn
     ORDER BY withdrawn_at
    RETURNING id`;
  return rows.map((row) => row.id);
}

export async function insertEarningChanges(
  tx: Queryable,
  changes: readonly NewEarningChange[],
  now: Date,
): Promise<void> {
  const column = <T>(pick: (change: NewEarningChange) => T) => changes.map(pick);
  await tx`
    INSERT INTO changes (id, type, mode, what, earning, sale_id, company_id, key_id, request_id, traceparent, created_at)
    SELECT id, 'earnings.changed', mode, what, earning, sale_id, company_id, key_id, request_id, traceparent, ${now}
      FROM unnest(
        ${column((change) => change.id)}::text[], ${column((change) => change.mode)}::text[], ${column((change) => change.what)}::text[],
        ${column((change) => change.earning)}::text[], ${column((change) => change.saleId)}::text[],
        ${column((change) => change.companyId)}::text[], ${column((change) => change.keyId)}::text[],
        ${column((change) => change.requestId)}::text[], ${column((change) => change.traceparent)}::text[]
      ) WITH ORDINALITY AS c (id, mode, what, earning, sale_id, company_id, key_id, request_id, traceparent, position)
     ORDER BY position`;
}

export interface NewOrderChange extends StoredTrace {
  id: string;
  mode: Mode;
  what: string;
  companyId: Id<'company'>;
  /** Set for a test order: only its own key is notified. */
  keyId: Id<'key'> | null;
  /** The order as partners read it, as JSON. */
  order: string;
}

/** Inserts changes of orders, in the order given. */
export async function insertOrderChanges(tx: Queryable, changes: readonly NewOrderChange[], now: Date): Promise<void> {
  await tx`
    INSERT INTO changes (id, type, mode, what, "order", company_id, key_id, request_id, traceparent, created_at)
    SELECT id, 'order.changed', mode, what, "order", company_id, key_id, request_id, traceparent, ${now}
      FROM json_populate_recordset(NULL::changes, ${recordset(changes)}::text::json)`;
}

/** Which endpoints a batch of changes may concern, to page through them. */
export interface BatchScope {
  modes: Mode[];
  hasEvents: boolean;
  /** Companies whose earnings or orders changed. */
  companies: string[];
}

export async function scopeOfBatch(db: Queryable, changeIds: readonly Id<'change'>[]): Promise<BatchScope> {
  const [row] = await db<BatchScope[]>`
    SELECT coalesce(array_agg(DISTINCT mode), '{}') AS modes, coalesce(bool_or(type = 'event.changed'), false) AS has_events,
           coalesce(array_agg(DISTINCT company_id) FILTER (WHERE type <> 'event.changed'), '{}') AS companies
      FROM changes WHERE id = ANY (${changeIds as string[]})`;
  return row ?? { modes: [], hasEvents: false, companies: [] };
}

export async function markFannedOut(db: Queryable, changeIds: readonly Id<'change'>[], now: Date): Promise<void> {
  await db`UPDATE changes SET fanned_out_at = ${now} WHERE id = ANY (${changeIds as string[]}) AND fanned_out_at IS NULL`;
}

/** Deletes changes older than `before` without any delivery. Returns how many. */
export async function deleteOldChanges(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db`
    DELETE FROM changes WHERE seq IN (
      SELECT seq FROM changes c WHERE created_at < ${before} AND fanned_out_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM deliveries d WHERE d.change_id = c.id) LIMIT ${limit}
    ) RETURNING seq`;
  return rows.length;
}
