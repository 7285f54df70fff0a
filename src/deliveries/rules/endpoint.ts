import { CHANGE_TYPES, type ChangeType } from '../../core/change-type.js';
import { plainPostbackUrl } from './postback-template.js';

export const ENDPOINT_KINDS = ['webhook', 'postback'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

const SUBSCRIPTION_OF = {
  'event.changed': 'subscribesEvents',
  'earnings.changed': 'subscribesEarnings',
  'order.changed': 'subscribesOrders',
  'settlement.changed': 'subscribesSettlements',
} as const satisfies Record<ChangeType, string>;

/** Which types an endpoint receives, as its row has it. */
export type Subscriptions = Record<(typeof SUBSCRIPTION_OF)[ChangeType], boolean>;

export const toSubscriptions = (types: readonly ChangeType[]): Subscriptions =>
  Object.fromEntries(CHANGE_TYPES.map((type) => [SUBSCRIPTION_OF[type], types.includes(type)])) as Subscriptions;

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
