import type { Delivery } from '../../api/types.ts';

const SUBJECTS: Record<Delivery['type'], string> = {
  'event.changed': 'Event',
  'earnings.changed': 'Earning',
  'order.changed': 'Order',
  'settlement.changed': 'Statement',
};

/** The news of a delivery, with its subject: `Event sold out`, `Earning approved`. */
export function titleOf({ type, what }: Pick<Delivery, 'type' | 'what'>): string {
  if (what === 'test') return 'Test delivery';
  return `${SUBJECTS[type]} ${what}`;
}

/** The texts of the two kinds. */
export const KINDS = {
  webhook: {
    one: 'webhook',
    many: 'Webhooks',
    path: '/webhooks',
    intro:
      'Get notified when events, earnings or orders change. We send every change as a signed POST and retry for two days until you return 2xx.',
  },
  postback: {
    one: 'postback',
    many: 'Postbacks',
    path: '/postbacks',
    intro: 'Tell your tracker when an earning changes. We call its URL with your sub ID.',
  },
} as const;
