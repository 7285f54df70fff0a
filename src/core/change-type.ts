import type { KeyKind } from './viewer.js';

/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed', 'order.changed', 'settlement.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];
/** Changes of what one company owns. */
export type OwnedType = Exclude<ChangeType, 'event.changed'>;

/** The types of a new webhook whose owner chooses none, as far as its key may receive them. */
export const DEFAULT_TYPES: readonly ChangeType[] = ['event.changed', 'earnings.changed'];

/** The types that a webhook of a key may receive. Pages with a website key have neither earnings, orders nor statements. */
export const mayReceive = (kind: KeyKind, type: ChangeType): boolean => kind !== 'website' || type === 'event.changed';
