import { AUDIT_OPERATIONS } from './audit.js';
import { BULK_OPERATIONS } from './bulk.js';
import { CLIENT_OPERATIONS } from './clients.js';
import { COMPANY_OPERATIONS } from './company.js';
import { DELIVERY_OPERATIONS } from './deliveries.js';
import { EARNINGS_OPERATIONS } from './earnings.js';
import { FUNNEL_OPERATIONS } from './funnel.js';
import { INQUIRY_OPERATIONS } from './inquiries.js';
import { KEY_GUARD_OPERATIONS } from './key-guards.js';
import { KEY_OPERATIONS } from './keys.js';
import { LINK_OPERATIONS } from './links.js';
import { MEMBER_OPERATIONS } from './members.js';
import { OVERVIEW_OPERATIONS } from './overview.js';
import { REQUEST_OPERATIONS } from './requests.js';
import { SANDBOX_OPERATIONS } from './sandbox.js';
import { SAVED_FILTER_OPERATIONS } from './saved-filters.js';
import { SECOND_STEP_OPERATIONS } from './second-step.js';
import { SESSION_OPERATIONS } from './session.js';
import { SETTLEMENT_OPERATIONS } from './settlements.js';
import { USE_OPERATIONS } from './use.js';
import { WEBHOOK_OPERATIONS } from './webhooks.js';

/** Every operation of the dashboard: they are mounted, documented and tested from this list. */
export const DASHBOARD_OPERATIONS = [
  ...SESSION_OPERATIONS,
  ...SECOND_STEP_OPERATIONS,
  ...OVERVIEW_OPERATIONS,
  ...MEMBER_OPERATIONS,
  ...AUDIT_OPERATIONS,
  ...INQUIRY_OPERATIONS,
  ...KEY_OPERATIONS,
  ...KEY_GUARD_OPERATIONS,
  ...CLIENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...BULK_OPERATIONS,
  ...USE_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  ...LINK_OPERATIONS,
  ...FUNNEL_OPERATIONS,
  ...EARNINGS_OPERATIONS,
  ...SAVED_FILTER_OPERATIONS,
  ...SETTLEMENT_OPERATIONS,
  ...COMPANY_OPERATIONS,
];
