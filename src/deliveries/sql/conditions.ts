import { TEST } from '../../changes/sql/changes.js';
import { fragment } from '../../platform/database/fragment.js';

/** SQL: the endpoint `e`, its key `k` and its company `o`, for {@link IN_USE}. */
export const ENDPOINTS = fragment`delivery_endpoints e JOIN api_keys k ON k.id = e.key_id JOIN companies o ON o.id = e.company_id`;

/** SQL: all three are in use, so that waiting deliveries of the endpoint are sent. */
export const IN_USE = fragment`e.status = 'active' AND k.revoked_at IS NULL AND o.status = 'active'`;

/** SQL: the delivery `d` is no test that a person sent. */
export const NO_TEST = fragment`NOT EXISTS (SELECT FROM changes test WHERE test.id = d.change_id AND test.what = '${TEST}')`;
