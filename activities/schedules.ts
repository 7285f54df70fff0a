import { ACCESS_SCHEDULES } from '../src/access/schedules.js';
import { BULK_SCHEDULES } from '../src/bulk/schedules.js';
import { CATALOGUE_SCHEDULES } from '../src/catalogue/schedules.js';
import { DELIVERY_SCHEDULES } from '../src/deliveries/schedules.js';
import { EARNING_SCHEDULES } from '../src/earnings/schedules.js';
import { MEMBER_SCHEDULES } from '../src/members/schedules.js';
import { ORDER_SCHEDULES } from '../src/orders/schedules.js';
import { MAIL_SCHEDULES } from '../src/platform/mail/schedules.js';
import { SETTLEMENT_SCHEDULES } from '../src/settlements/schedules.js';
import { SIGNAL_SCHEDULES } from '../src/signals/schedules.js';
import { TICKET_SCHEDULES } from '../src/tickets/schedules.js';

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
  ...MAIL_SCHEDULES,
  ...MEMBER_SCHEDULES,
  ...TICKET_SCHEDULES,
];
