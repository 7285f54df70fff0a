import type { KeyKind } from '../../core/viewer.js';

/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed', 'order.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** The types of a new webhook whose owner chooses none, as far as its key may receive them. */
export const DEFAULT_TYPES: readonly ChangeType[] = ['event.changed', 'earnings.changed'];

/** The types that a webhook of a key may receive. Pages with a website key have neither earnings nor orders. */
export const mayReceive = (kind: KeyKind, type: ChangeType): boolean => kind !== 'website' || type === 'event.changed';

/** Which types an endpoint receives, as its row has it. */
export interface Subscriptions {
  subscribesEvents: boolean;
  subscribesEarnings: boolean;
  subscribesOrders: boolean;
}

const SUBSCRIPTION_OF: Readonly<Record<ChangeType, keyof Subscriptions>> = {
  'event.changed': 'subscribesEvents',
  'earnings.changed': 'subscribesEarnings',
  'order.changed': 'subscribesOrders',
};

export function toSubscriptions(types: readonly ChangeType[]): Subscriptions {
  return {
    subscribesEvents: types.includes('event.changed'),
    subscribesEarnings: types.includes('earnings.changed'),
    subscribesOrders: types.includes('order.changed'),
  };
}

export const toTypes = (row: Subscriptions): ChangeType[] => CHANGE_TYPES.filter((type) => row[SUBSCRIPTION_OF[type]]);
