import type { Endpoint } from './endpoint.js';
import { MEMBER_ENDPOINTS } from './members.js';
import { SECOND_STEP_ENDPOINTS } from './second-step.js';
import { SESSION_ENDPOINTS } from './session.js';

/** Every endpoint of the dashboard: they are mounted, documented and tested from this list. */
export const DASHBOARD_ENDPOINTS: readonly Endpoint[] = [
  ...SESSION_ENDPOINTS,
  ...SECOND_STEP_ENDPOINTS,
  ...MEMBER_ENDPOINTS,
];
