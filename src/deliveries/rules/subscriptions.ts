import { CHANGE_TYPES, type ChangeType } from '../../core/change-type.js';

/** Which types an endpoint receives, as its row has it. */
export interface Subscriptions {
  subscribesEvents: boolean;
  subscribesEarnings: boolean;
  subscribesOrders: boolean;
  subscribesSettlements: boolean;
}

const SUBSCRIPTION_OF: Readonly<Record<ChangeType, keyof Subscriptions>> = {
  'event.changed': 'subscribesEvents',
  'earnings.changed': 'subscribesEarnings',
  'order.changed': 'subscribesOrders',
  'settlement.changed': 'subscribesSettlements',
};

export function toSubscriptions(types: readonly ChangeType[]): Subscriptions {
  return {
    subscribesEvents: types.includes('event.changed'),
    subscribesEarnings: types.includes('earnings.changed'),
    subscribesOrders: types.includes('order.changed'),
    subscribesSettlements: types.includes('settlement.changed'),
  };
}

export const toTypes = (row: Subscriptions): ChangeType[] => CHANGE_TYPES.filter((type) => row[SUBSCRIPTION_OF[type]]);
