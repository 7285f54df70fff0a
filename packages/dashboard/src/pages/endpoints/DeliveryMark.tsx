import type { DeliveryState } from '../../api/types/endpoints.ts';
import { Mark, type Tone } from '../../parts/Mark.tsx';

const TONES: Record<DeliveryState, Tone> = {
  pending: 'act',
  retrying: 'warn',
  delivered: 'good',
  failed: 'bad',
  held: 'warn',
  superseded: 'quiet',
  stopped: 'quiet',
};

export function DeliveryMark({ state }: { state: DeliveryState }) {
  return <Mark tone={TONES[state]}>{state}</Mark>;
}
