import { TEST } from '../../changes/sql/changes.js';
import { fragment } from '../../platform/database/fragment.js';

/** SQL: the endpoint `e`, its key `k` and its company `o`, for {@link IN_USE}. */
export const ENDPOINTS = fragment`delivery_endpoints e JOIN api_keys k ON k.id = e.key_id JOIN companies o ON o.id = e.company_id`;

/** SQL: all three are in use, so that waiting deliveries of the endpoint are sent. */
export const IN_USE = fragment`e.status = 'active' AND k.revoked_at IS NULL AND o.status = 'active'`;

const LATER =
  'SELECT FROM deliveries later WHERE later.event_id = d.event_id AND later.endpoint_id = d.endpoint_id AND later.change_seq > d.change_seq';

/** SQL: a later change of the event contradicts the delivery `d`. Asked of each attempt: withdrawals have their own index. */
export const TAKEN_BACK = fragment`
  CASE WHEN d.withdraws THEN EXISTS (${LATER} AND NOT later.withdraws) ELSE EXISTS (${LATER} AND later.withdraws) END`;

/** SQL: the delivery `d` is no test that a person sent. */
export const NO_TEST = fragment`NOT EXISTS (SELECT FROM changes test WHERE test.id = d.change_id AND test.what = '${TEST}')`;
