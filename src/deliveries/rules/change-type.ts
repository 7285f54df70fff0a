/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];
