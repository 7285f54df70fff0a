/** Contract: Earning status. */
export const EARNING_STATUSES = ['pending', 'approved', 'ready', 'paid', 'reversed'] as const;
export type EarningStatus = (typeof EARNING_STATUSES)[number];
