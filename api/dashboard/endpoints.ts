import { BULK_ENDPOINTS } from './bulk.js';
import { CLIENT_ENDPOINTS } from './clients.js';
import { DELIVERY_ENDPOINTS } from './deliveries.js';
import type { Endpoint } from './endpoint.js';
import { KEY_GUARD_ENDPOINTS } from './key-guards.js';
import { KEY_ENDPOINTS } from './keys.js';
import { MEMBER_ENDPOINTS } from './members.js';
import { OVERVIEW_ENDPOINTS } from './overview.js';
import { RECEIVER_ENDPOINTS } from './receiver.js';
import { SECOND_STEP_ENDPOINTS } from './second-step.js';
import { SESSION_ENDPOINTS } from './session.js';
import { USE_ENDPOINTS } from './use.js';
import { WEBHOOK_ENDPOINTS } from './webhooks.js';

/** Every endpoint of the dashboard: they are mounted, documented and tested from this list. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  ...SESSION_ENDPOINTS,
  ...SECOND_STEP_ENDPOINTS,
  ...OVERVIEW_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...KEY_GUARD_ENDPOINTS,
  ...CLIENT_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...DELIVERY_ENDPOINTS,
  ...RECEIVER_ENDPOINTS,
  ...BULK_ENDPOINTS,
  ...USE_ENDPOINTS,
];
