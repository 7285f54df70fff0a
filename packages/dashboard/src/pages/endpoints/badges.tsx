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
