import type { Key } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';

/** Whether a key works. */
export function KeyBadge({ of }: { of: Key }) {
  if (of.revoked_at) return <Badge tone="bad">revoked</Badge>;
  if (of.previous_until && new Date(of.previous_until) > new Date()) return <Badge tone="warn">rolled</Badge>;
  return <Badge tone="good">active</Badge>;
}
