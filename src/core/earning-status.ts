/** Contract: Earning status. */
export const EARNING_STATUSES = ['pending', 'approved', 'ready', 'paid', 'reversed'] as const;
export type EarningStatus = (typeof EARNING_STATUSES)[number];

/** From the end of the event to `approved`. */
export const APPROVAL_HOURS = 48;
/** From `approved` to `ready`, when an earning can enter a statement. */
export const READY_DAYS = 7;
