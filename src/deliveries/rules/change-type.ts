/** Contract: Events, kinds of event. */
export const CHANGE_TYPES = ['event.changed', 'earnings.changed', 'order.changed'] as const;
export type ChangeType = (typeof CHANGE_TYPES)[number];

/** The types of a new webhook whose owner chooses none. */
export const DEFAULT_TYPES: readonly ChangeType[] = ['event.changed', 'earnings.changed'];

/** Which types an endpoint receives, as its row has it. */
export interface Subscriptions {
  subscribesEvents: boolean;
  subscribesEarnings: boolean;
  subscribesOrders: boolean;
}

export function toSubscriptions(types: readonly ChangeType[]): Subscriptions {
  return {
    subscribesEvents: types.includes('event.changed'),
    subscribesEarnings: types.includes('earnings.changed'),
    subscribesOrders: types.includes('order.changed'),
  };
}

export function toTypes(row: Subscriptions): ChangeType[] {
  const subscribed = [row.subscribesEvents, row.subscribesEarnings, row.subscribesOrders];
  return CHANGE_TYPES.filter((_, index) => subscribed[index]);
}
