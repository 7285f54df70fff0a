import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { FailureClass } from '../../core/outcomes.js';
import type { KeyKind } from '../../core/viewer.js';
import { filledDocument } from '../../listings/sql/event-expressions.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { SealedColumn } from '../../platform/secrets/sql.js';
import type { EndpointKind, Subscriptions } from '../rules/endpoint.js';
import { type EndpointRef, toRef } from '../rules/ref.js';
import { ENDPOINTS } from './conditions.js';

export const ENDPOINTS_SEALED: readonly SealedColumn[] = [
  { table: 'delivery_endpoints', column: 'secret', owner: 'id' },
  { table: 'delivery_endpoints', column: 'previous_secret', owner: 'id', until: 'previous_secret_until' },
  { table: 'delivery_endpoints', column: 'header_value', owner: 'id' },
];

export interface EndpointRow extends Subscriptions {
  id: string;
  kind: EndpointKind;
  companyId: Id<'company'>;
  companyName: string;
  keyId: Id<'key'>;
  keyKind: KeyKind;
  mode: Mode;
  /** A webhook's URL, a postback's template. */
  url: string;
  secret: Buffer | null;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
  /** The name of the header that its attempts carry; null: none. */
  headerName: string | null;
  headerValue: Buffer | null;
  status: 'active' | 'disabled' | 'removed';
  /** `failing`: disabled by the service after five days of failures. */
  disabledReason: 'operator' | 'failing' | null;
  disabledAt: Date | null;
  failingSince: Date | null;
  lastFailure: FailureClass | null;
  slowUntil: Date | null;
  keyRevoked: boolean;
  companySuspended: boolean;
  createdAt: Date;
}

const COLUMNS = fragment`
  e.id, e.kind, e.company_id, o.name AS company_name, e.key_id, k.kind AS key_kind, e.mode,
  e.subscribes_events, e.subscribes_earnings, e.subscribes_orders, e.subscribes_settlements, e.url, e.secret, e.previous_secret, e.previous_secret_until,
  e.header_name, e.header_value, e.status,
  e.disabled_reason, e.disabled_at, e.failing_since, e.last_failure, e.slow_until,
  k.revoked_at IS NOT NULL AS key_revoked, o.status <> 'active' AS company_suspended, e.created_at`;

export type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'kind' | 'companyId' | 'keyId' | 'mode' | 'url' | 'secret' | 'createdAt' | keyof Subscriptions
>;

/** Adds an endpoint. With `replace`, an endpoint with its id gets the URL and the secret. */
export async function insertEndpoint(db: Queryable, endpoint: NewEndpoint, { replace = false } = {}): Promise<void> {
  const columns = db`id, kind, company_id, key_id, mode, subscribes_events, subscribes_earnings, subscribes_orders,
    subscribes_settlements, url, secret, created_at`;
  await db`
    INSERT INTO delivery_endpoints (${columns})
    SELECT ${columns} FROM json_populate_recordset(NULL::delivery_endpoints, ${recordset([endpoint])}::text::json)
    ${replace ? db`ON CONFLICT (id) DO UPDATE SET url = excluded.url, secret = excluded.secret` : db``}`;
}

/** An endpoint that was not removed. */
export function findEndpoint(db: Queryable, named: EndpointRef): Promise<EndpointRow | null> {
  const { id, companyId } = toRef(named);
  return firstRow(db<EndpointRow[]>`
    SELECT ${COLUMNS} FROM ${ENDPOINTS} WHERE e.id = ${id} AND e.status <> 'removed'
       AND (${companyId}::text IS NULL OR e.company_id = ${companyId})`);
}

/** Changes an endpoint that was not removed. @returns false when there is none, or `condition` does not hold. */
function updateEndpoint(db: Queryable, named: EndpointRef, set: Fragment, condition = db`true`): Promise<boolean> {
  const { id, companyId } = toRef(named);
  return isOneRow(db`
    UPDATE delivery_endpoints SET ${set}
     WHERE id = ${id} AND status <> 'removed' AND (${companyId}::text IS NULL OR company_id = ${companyId}) AND ${condition}`);
}

/** Endpoints that were not removed, of a company or of one key, oldest first. */
export async function listEndpointRows(
  db: Queryable,
  of: { companyId: Id<'company'> } | { keyId: Id<'key'> },
): Promise<EndpointRow[]> {
  const owner = 'keyId' in of ? db`e.key_id = ${of.keyId}` : db`e.company_id = ${of.companyId}`;
  return db<EndpointRow[]>`
    SELECT ${COLUMNS} FROM ${ENDPOINTS}
     WHERE ${owner} AND e.status <> 'removed' ORDER BY e.created_at, e.id`;
}

/** Endpoints of a company that were not removed, newest first; only those before `before`. */
export async function pageOfEndpoints(
  db: Queryable,
  of: {
    companyId: Id<'company'>;
    mode: Mode;
    kind: EndpointKind | null;
    /** A part of the address, as `fold_text` compares them, or an id. */
    search: string | null;
    before: { at: Date; id: string } | null;
    limit: number;
  },
): Promise<EndpointRow[]> {
  const { kind, search, before } = of;
  return db<EndpointRow[]>`
    SELECT ${COLUMNS} FROM ${ENDPOINTS}
     WHERE e.company_id = ${of.companyId} AND e.mode = ${of.mode} AND e.status <> 'removed'
       AND (${kind}::text IS NULL OR e.kind = ${kind})
       AND (${search}::text IS NULL OR e.id = ${search} OR strpos(fold_text(e.url), fold_text(${search})) > 0)
       AND (${before === null} OR (e.created_at, e.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::text))
     ORDER BY e.created_at DESC, e.id DESC LIMIT ${of.limit}`;
}

/**
 * Replaces a webhook's secret; the previous one also signs until `overlapUntil`.
 *
 * @param secret.now a webhook whose previous secret still signs then is left alone, unless `secret.again`.
 * @returns false when it does, or when there is no such webhook.
 */
export function replaceSecret(
  db: Queryable,
  named: EndpointRef,
  { sealed, overlapUntil, now, again }: { sealed: Buffer; overlapUntil: Date; now: Date; again: boolean },
): Promise<boolean> {
  return updateEndpoint(
    db,
    named,
    db`previous_secret = secret, previous_secret_until = ${overlapUntil}, secret = ${sealed}`,
    db`kind = 'webhook' AND (${again} OR previous_secret_until IS NULL OR previous_secret_until <= ${now})`,
  );
}

/** Locks an endpoint until the transaction ends: it cannot be enabled or disabled before. */
export async function lockEndpoint(tx: Queryable, id: string): Promise<void> {
  await tx`SELECT FROM delivery_endpoints WHERE id = ${id} FOR SHARE`;
}

/** The disabled endpoints among these, which stay disabled until the transaction ends. Active ones are not locked. */
export function lockDisabled(tx: Queryable, endpointIds: readonly string[]): Promise<string[]> {
  return columnValues(tx<{ id: string }[]>`
    SELECT id FROM delivery_endpoints WHERE id = ANY (${endpointIds as string[]}) AND status = 'disabled' ORDER BY id FOR SHARE`);
}

/** @returns false when there is no such webhook. */
export function subscribeEndpointRow(db: Queryable, named: EndpointRef, to: Subscriptions): Promise<boolean> {
  const set = db`subscribes_events = ${to.subscribesEvents}, subscribes_earnings = ${to.subscribesEarnings},
    subscribes_orders = ${to.subscribesOrders}, subscribes_settlements = ${to.subscribesSettlements}`;
  return updateEndpoint(db, named, set, db`kind = 'webhook'`);
}

/** Sets the header of each attempt; null: none. @returns false when there is no such endpoint. */
export function setHeaderRow(
  db: Queryable,
  named: EndpointRef,
  header: { name: string; value: Buffer } | null,
): Promise<boolean> {
  const { name = null, value = null } = header ?? {};
  return updateEndpoint(db, named, db`header_name = ${name}, header_value = ${value}`);
}

export function enableEndpointRow(db: Queryable, named: EndpointRef): Promise<boolean> {
  const set = db`status = 'active', disabled_reason = NULL, disabled_at = NULL, failing_since = NULL, slow_until = NULL,
    failures_in_a_row = 0, probe_at = NULL`;
  return updateEndpoint(db, named, set);
}

export function disableEndpointRow(db: Queryable, named: EndpointRef, now: Date): Promise<boolean> {
  const set = db`status = 'disabled', disabled_reason = 'operator', disabled_at = coalesce(disabled_at, ${now})`;
  return updateEndpoint(db, named, set);
}

export function removeEndpointRow(db: Queryable, named: EndpointRef, now: Date): Promise<boolean> {
  const set = db`status = 'removed', disabled_reason = NULL, disabled_at = NULL, removed_at = ${now}`;
  return updateEndpoint(db, named, set);
}

/** What senders have claimed for the endpoint and not begun, they give back. */
export async function recallClaims(db: Queryable, id: string): Promise<void> {
  await db`UPDATE delivery_endpoints SET recalls = recalls + 1 WHERE id = ${id}`;
}

export interface EndpointOwner {
  keyId: Id<'key'>;
  companyId: Id<'company'>;
  kind: KeyKind;
  mode: Mode;
  revoked: boolean;
}

/** The key that endpoints are registered for, by its id or by the hash of the key itself. */
export function findEndpointOwner(
  db: Queryable,
  key: { id: string } | { hash: Buffer },
  companyId: Id<'company'> | null,
): Promise<EndpointOwner | null> {
  return firstRow(db<EndpointOwner[]>`
    SELECT id AS key_id, company_id, kind, CASE kind WHEN 'test' THEN 'test' ELSE 'live' END AS mode,
           revoked_at IS NOT NULL AS revoked
      FROM api_keys WHERE ${'id' in key ? db`id = ${key.id}` : db`hash = ${key.hash}`}
       AND (${companyId}::text IS NULL OR company_id = ${companyId})`);
}

/** Locks a key until the transaction ends; answers whether it works. */
export function isLiveKeyLocked(tx: Queryable, keyId: Id<'key'>): Promise<boolean> {
  return isOneRow(tx`SELECT FROM api_keys WHERE id = ${keyId} AND revoked_at IS NULL FOR NO KEY UPDATE`);
}

export function countEndpoints(db: Queryable, keyId: Id<'key'>): Promise<number> {
  return firstNumber(db<{ count: number }[]>`
    SELECT count(*) AS count FROM delivery_endpoints WHERE key_id = ${keyId} AND status <> 'removed'`);
}

/** The document of a sample event with the key's code in its buy link; null when there are no samples. */
export function findSampleDocument(db: Queryable, keyId: Id<'key'>, origin: string): Promise<string | null> {
  return firstValue(db<{ doc: string }[]>`
    SELECT ${filledDocument('l.doc', { origin: 's.origin', ref: 'k.ref' })} AS doc
      FROM event_listings l, api_keys k, (SELECT ${origin}::text AS origin) s WHERE l.test AND k.id = ${keyId} ORDER BY l.sort_at, l.event_id LIMIT 1`);
}

type FailingOfKey = Pick<EndpointRow, 'id' | 'failingSince' | 'lastFailure'> & { disabled: boolean };

/** A key's endpoints that were disabled for their failures, or have only failed since before `failingBefore`. */
export async function listFailingOfKey(db: Queryable, keyId: Id<'key'>, failingBefore: Date): Promise<FailingOfKey[]> {
  return db<FailingOfKey[]>`
    SELECT id, status = 'disabled' AS disabled, failing_since, last_failure FROM delivery_endpoints
     WHERE key_id = ${keyId} AND ((status = 'disabled' AND disabled_reason = 'failing') OR (status = 'active' AND failing_since < ${failingBefore}))
     ORDER BY id`;
}
