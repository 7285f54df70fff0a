import type { Delivery } from '../../api/types.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';

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
