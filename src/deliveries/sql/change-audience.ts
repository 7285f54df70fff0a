import { coveredText } from '../../listings/sql/event-expressions.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment, type TextFragment } from '../../platform/database/fragment.js';

/** SQL: whether the agreement `a`, if any, covers the event now or before; false if no company may see it. */
function coveredChange(when: 'now' | 'was'): TextFragment {
  const agreement = {
    countries: fragment`a.countries`,
    categories: fragment`a.categories`,
    payingOnly: fragment`a.paying_only`,
  };
  const scope = {
    country: fragment`c.${when}_country`,
    category: fragment`c.${when}_category`,
    paying: fragment`c.${when}_paying`,
  };
  return fragment`(c.${when}_paying IS NOT NULL AND ${coveredText(agreement, scope)})`;
}

/**
 * `FROM … WHERE …` over every endpoint `e` that receives a change `c`, with its key `k`. `v.sees`: it may show the
 * event now; false: it could show the event before. A disabled one is included if it was disabled after `heldSince`:
 * its deliveries are held.
 */
export function audienceOf(db: Queryable, heldSince: Date): Fragment {
  return db`
    FROM delivery_endpoints e
    JOIN api_keys k ON k.id = e.key_id AND k.revoked_at IS NULL
    JOIN companies o ON o.id = e.company_id AND o.status = 'active'
    LEFT JOIN agreements a ON a.company_id = e.company_id AND e.mode = 'live'
    CROSS JOIN LATERAL (
      SELECT c.company_id IS NULL AND ${coveredChange('now')} AS sees,
             c.company_id IS NOT NULL OR ${coveredChange('was')} AS saw
    ) v
    WHERE e.mode = c.mode AND (e.status = 'active' OR (e.status = 'disabled' AND e.disabled_at > ${heldSince}))
      AND (c.company_id IS NULL OR c.company_id = e.company_id) AND (c.key_id IS NULL OR c.key_id = e.key_id)
      AND CASE c.type WHEN 'event.changed' THEN e.subscribes_events AND (v.sees OR v.saw)
                      WHEN 'order.changed' THEN e.subscribes_orders
                      WHEN 'settlement.changed' THEN e.subscribes_settlements ELSE e.subscribes_earnings END`;
}
