import type postgres from 'postgres';
import type { Queryable } from './database.js';

/**
 * `FROM … WHERE …` over every endpoint `e` that hears of a change `c`, with its key `k`. `v.sees`: an event it may show
 * now; false: one that it could show before. A disabled endpoint hears too, until `heldSince`: its deliveries are held.
 */
export function audienceOf(db: Queryable, heldSince: Date): postgres.PendingQuery<postgres.Row[]> {
  return db`
    FROM delivery_endpoints e
    JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
    JOIN companies o ON o.id = e.company_id AND o.status = 'active'
    LEFT JOIN agreements a ON a.company_id = e.company_id AND e.mode = 'live'
    CROSS JOIN LATERAL (
      SELECT c.company_id IS NULL AND agreement_covers(a, c.now_country, c.now_category, c.now_paying) AS sees,
             c.company_id IS NOT NULL OR agreement_covers(a, c.was_country, c.was_category, c.was_paying) AS saw
    ) v
    WHERE e.mode = c.mode AND (e.status = 'active' OR (e.status = 'disabled' AND e.disabled_at > ${heldSince}))
      AND (c.company_id IS NULL OR c.company_id = e.company_id) AND (c.key_id IS NULL OR c.key_id = e.key_id)
      AND CASE c.type WHEN 'event.changed' THEN e.hears_events AND (v.sees OR v.saw) ELSE e.hears_earnings END`;
}
