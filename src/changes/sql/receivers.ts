import type { OwnedType } from '../../core/change-type.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';

/** `FROM … WHERE …` over the endpoints `e` in use, and the endpoints whose deliveries are held since `heldSince`. */
function endpointsInUse(db: Queryable, heldSince: Date): Fragment {
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
  const [row] = await db<{ subscribes: boolean }[]>`
    SELECT EXISTS (SELECT ${endpointsInUse(db, heldSince)} AND e.subscribes_events AND e.mode = 'live' AND e.company_id = ${companyId}) AS subscribes`;
  return row?.subscribes ?? false;
}
