import { BULK_SCHEDULES } from '../src/services/bulk/schedules.js';
import { CATALOGUE_SCHEDULES } from '../src/services/catalogue/schedules.js';
import { DELIVERY_SCHEDULES } from '../src/services/deliveries/schedules.js';
import { EARNING_SCHEDULES } from '../src/services/earnings/schedules.js';
import { ACCESS_SCHEDULES } from '../src/services/oauth/schedules.js';
import { ORDER_SCHEDULES } from '../src/services/orders/schedules.js';
import { SETTLEMENT_SCHEDULES } from '../src/services/settlements/schedules.js';
import { SIGNAL_SCHEDULES } from '../src/services/signals/schedules.js';

/** Everything that runs by the clock, declared by the capability it serves. */
export const SCHEDULES = [
  ...ORDER_SCHEDULES,
  ...DELIVERY_SCHEDULES,
  ...CATALOGUE_SCHEDULES,
  ...EARNING_SCHEDULES,
  ...SETTLEMENT_SCHEDULES,
  ...SIGNAL_SCHEDULES,
  ...ACCESS_SCHEDULES,
  ...BULK_SCHEDULES,
];
