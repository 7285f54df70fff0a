import { ACCESS_SCHEDULES } from '../src/access/schedules.js';
import { CATALOGUE_SCHEDULES } from '../src/catalogue/schedules.js';
import { EARNING_SCHEDULES } from '../src/earnings/schedules.js';
import { MEMBER_SCHEDULES } from '../src/members/schedules.js';
import { SETTLEMENT_SCHEDULES } from '../src/settlements/schedules.js';
import { SIGNAL_SCHEDULES } from '../src/signals/schedules.js';

/** Everything that runs by the clock, declared by the capability it serves. */
export const SCHEDULES = [
  ...CATALOGUE_SCHEDULES,
  ...EARNING_SCHEDULES,
  ...SETTLEMENT_SCHEDULES,
  ...SIGNAL_SCHEDULES,
  ...ACCESS_SCHEDULES,
  ...MEMBER_SCHEDULES,
];

/** Schedules of earlier versions, which are removed: sweeps run without Temporal (`sweeps.ts`). */
export const FORMER_SCHEDULES: readonly string[] = [
  'sweep-orders',
  'sweep-deliveries',
  'sweep-mails',
  'sweep-tickets',
  'sweep-settlements',
  'clean-bulk-files',
];
