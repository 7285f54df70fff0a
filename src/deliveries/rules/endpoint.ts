import { CHANGE_TYPES, type ChangeType } from '../../core/change-type.js';
import { plainPostbackUrl } from './postback-template.js';

export const ENDPOINT_KINDS = ['webhook', 'postback'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

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

/** An endpoint in a few words, for Temporal. Of its address only the host, since the rest may hold secrets. Never fails. */
export function nameEndpoint({
  kind,
  companyName,
  url,
}: {
  kind: EndpointKind;
  companyName: string;
  url: string;
}): string {
  const address = URL.parse(url) ?? URL.parse(plainPostbackUrl(url));
  const host = address?.host ?? 'an address that cannot be read';
  return `${kind === 'webhook' ? 'Webhook' : 'Postback'} of ${companyName} at ${host}`;
}
