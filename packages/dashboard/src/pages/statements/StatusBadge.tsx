import type { Statement } from '../../api/types.ts';
import { Badge, type Tone } from '../../parts/Badge.tsx';

const TONES: Record<Statement['status'], Tone> = {
  carried: 'quiet',
  issued: 'act',
  paying: 'act',
  paid: 'good',
  failed: 'bad',
  void: 'quiet',
};

export function StatusBadge({ status }: Pick<Statement, 'status'>) {
  return <Badge tone={TONES[status]}>{status}</Badge>;
}
