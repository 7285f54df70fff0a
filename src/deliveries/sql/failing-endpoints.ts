import type { Queryable } from '../../platform/database/database.js';
import { fragmentOf } from '../../platform/database/fragment.js';
import type { EndpointKind } from '../rules/endpoint.js';
import { IN_STATE } from './deliveries.js';
import type { EndpointRow } from './delivery-endpoints.js';

export interface FailingEndpointRow
  extends Pick<EndpointRow, 'id' | 'kind' | 'companyId' | 'companyName' | 'keyId' | 'mode' | 'url'>,
    Pick<EndpointRow, 'failingSince' | 'lastFailure'> {
  disabled: boolean;
  waiting: number;
  /** Deliveries held until it is enabled. */
  held: number;
  /** The oldest of both. */
  oldest: Date | null;
}

/** SQL: the waiting deliveries of the endpoint `e`, written like the conditions of the partial indexes. */
const WAITING_AND_HELD = fragmentOf(
  (['pending', 'retrying', 'held'] as const)
    .map(
      (state) => `SELECT count(*) AS n, ${state === 'held'} AS held, min(created_at) AS oldest
       FROM deliveries WHERE endpoint_id = e.id AND ${IN_STATE[state]}`,
    )
    .join(' UNION ALL '),
);

/**
 * Failing endpoints of all companies, worst first: the longest failing, then the one with the most deliveries waiting.
 * An endpoint that was disabled for its failures is listed until it is enabled. Endpoints of revoked keys and suspended
 * companies are left out: they receive nothing anyway.
 */
export async function listFailingEndpoints(
  db: Queryable,
  filter: { kind?: EndpointKind; limit: number },
): Promise<FailingEndpointRow[]> {
  return db<FailingEndpointRow[]>`
    SELECT e.id, e.kind, e.company_id, o.name AS company_name, e.key_id, e.mode, e.url,
           e.status = 'disabled' AS disabled, e.failing_since, e.last_failure,
           w.waiting, w.held, w.oldest
      FROM delivery_endpoints e
      JOIN companies o ON o.id = e.company_id
      JOIN api_keys k ON k.id = e.key_id,
      LATERAL (SELECT coalesce(sum(n) FILTER (WHERE NOT held), 0)::int AS waiting, coalesce(sum(n) FILTER (WHERE held), 0)::int AS held,
                      min(oldest) AS oldest
                 FROM (${WAITING_AND_HELD}) counted) w
     WHERE ${filter.kind ? db`e.kind = ${filter.kind} AND` : db``} e.failing_since IS NOT NULL AND k.revoked_at IS NULL AND o.status = 'active'
       AND (e.status = 'active' OR (e.status = 'disabled' AND e.disabled_reason = 'failing'))
     ORDER BY e.failing_since, w.waiting + w.held DESC, e.id LIMIT ${filter.limit}`;
}

export interface FailedForRow
  extends Pick<EndpointRow, 'kind' | 'url' | 'companyId' | 'failingSince' | 'lastFailure' | 'disabledAt'> {
  endpointId: string;
}

/** Endpoints that only failed since before `failingBefore`, and those disabled for it after `disabledAfter`. */
export async function listFailedFor(
  db: Queryable,
  { failingBefore, disabledAfter }: { failingBefore: Date; disabledAfter: Date },
): Promise<FailedForRow[]> {
  return db<FailedForRow[]>`
    SELECT e.id AS endpoint_id, e.kind, e.url, e.company_id, e.failing_since, e.last_failure, e.disabled_at
      FROM delivery_endpoints e
      JOIN companies o ON o.id = e.company_id AND o.status = 'active'
      JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
     WHERE (e.status = 'active' AND e.failing_since <= ${failingBefore})
        OR (e.status = 'disabled' AND e.disabled_reason = 'failing' AND e.disabled_at > ${disabledAfter})
     ORDER BY e.id`;
}
