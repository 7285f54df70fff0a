import type postgres from 'postgres';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import { coveredText } from '../../listings/sql/covered.js';
import type { Queryable } from '../../platform/database/database.js';

/** SQL: whether the agreement `a`, if any, covers the event now or before; false if no company may see it. */
function coveredChange(when: 'now' | 'was'): string {
  const agreement = { countries: 'a.countries', categories: 'a.categories', payingOnly: 'a.paying_only' };
  const scope = { country: `c.${when}_country`, category: `c.${when}_category`, paying: `c.${when}_paying` };
  return `(c.${when}_paying IS NOT NULL AND ${coveredText(agreement, scope)})`;
}

/**
 * `FROM … WHERE …` over every endpoint `e` that receives a change `c`, with its key `k`. `v.sees`: it may show the
 * event now; false: it could show the event before. A disabled one is included if it was disabled after `heldSince`:
 * its deliveries are held.
 */
export function audienceOf(db: Queryable, heldSince: Date): postgres.PendingQuery<postgres.Row[]> {
  return db`
    FROM delivery_endpoints e
    JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
    JOIN companies o ON o.id = e.company_id AND o.status = 'active'
    LEFT JOIN agreements a ON a.company_id = e.company_id AND e.mode = 'live'
    CROSS JOIN LATERAL (
      SELECT c.company_id IS NULL AND ${db.unsafe(coveredChange('now'))} AS sees,
             c.company_id IS NOT NULL OR ${db.unsafe(coveredChange('was'))} AS saw
    ) v
    WHERE e.mode = c.mode AND (e.status = 'active' OR (e.status = 'disabled' AND e.disabled_at > ${heldSince}))
      AND (c.company_id IS NULL OR c.company_id = e.company_id) AND (c.key_id IS NULL OR c.key_id = e.key_id)
      AND CASE c.type WHEN 'event.changed' THEN e.subscribes_events AND (v.sees OR v.saw)
                      WHEN 'order.changed' THEN e.subscribes_orders ELSE e.subscribes_earnings END`;
}

/** `FROM … WHERE …` over the endpoints `e` in use, and the endpoints whose deliveries are held since `heldSince`. */
function endpointsInUse(db: Queryable, heldSince: Date): postgres.PendingQuery<postgres.Row[]> {
  return db`
    FROM delivery_endpoints e
    JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
    JOIN companies o ON o.id = e.company_id AND o.status = 'active'
    LEFT JOIN agreements a ON a.company_id = e.company_id AND e.mode = 'live'
    WHERE (e.status = 'active' OR (e.status = 'disabled' AND e.disabled_at > ${heldSince}))`;
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

/** The keys of these companies that have an endpoint for changes of this type. */
export async function listReceivers(
  db: Queryable,
  type: 'earnings.changed' | 'order.changed',
  companyIds: readonly Id<'company'>[],
  heldSince: Date,
): Promise<{ companyId: Id<'company'>; keyId: Id<'key'>; mode: Mode }[]> {
  const subscribed = type === 'order.changed' ? db`e.subscribes_orders` : db`e.subscribes_earnings`;
  return db<{ companyId: Id<'company'>; keyId: Id<'key'>; mode: Mode }[]>`
    SELECT DISTINCT e.company_id, e.key_id, e.mode
      ${endpointsInUse(db, heldSince)} AND ${subscribed} AND e.company_id = ANY (${companyIds as string[]})`;
}

/** Whether a company has an endpoint for real events. */
export async function subscribesToLiveEvents(
  db: Queryable,
  companyId: Id<'company'>,
  heldSince: Date,
): Promise<boolean> {
  const [row] = await db<{ subscribes: boolean }[]>`
    SELECT EXISTS (SELECT ${endpointsInUse(db, heldSince)} AND e.subscribes_events AND e.mode = 'live' AND e.company_id = ${companyId}) AS subscribes`;
  return row?.subscribes ?? false;
}
