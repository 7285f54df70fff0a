import type { Delivery, Endpoint } from '../../api/types.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';

/** Whether anything is sent to an endpoint. */
export function EndpointBadge({ of }: { of: Endpoint }) {
  if (of.inactive_reason) return <Badge tone="bad">{of.inactive_reason}</Badge>;
  if (of.status === 'disabled') {
    return <Badge tone="bad">{of.disabled_reason === 'failing' ? 'disabled: failing' : 'disabled'}</Badge>;
  }
  if (of.failing_since) return <Badge tone="warn">failing</Badge>;
  return <Badge tone="good">active</Badge>;
}

const TONES: Record<Delivery['state'], Tone> = {
  pending: 'act',
  retrying: 'warn',
  delivered: 'good',
  failed: 'bad',
  held: 'warn',
  superseded: 'quiet',
  stopped: 'quiet',
};

export function DeliveryBadge({ state }: { state: Delivery['state'] }) {
  return <Badge tone={TONES[state]}>{state}</Badge>;
}

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
