import { DAY } from '../../core/time.js';

/** For this long after an endpoint was disabled, its deliveries are kept as `held`. */
const HOLD_FOR_MS = 30 * DAY;

/** Endpoints that were disabled after this instant still get deliveries, which are held. */
export const heldSince = (now: Date): Date => new Date(now.getTime() - HOLD_FOR_MS);
