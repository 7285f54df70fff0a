import type { Key } from '../../api/types/keys.ts';
import { Mark } from '../../parts/Mark.tsx';

/** Whether a key works. */
export function KeyMark({ of }: { of: Key }) {
  if (of.revoked_at) return <Mark tone="bad">revoked</Mark>;
  if (of.previous_until && new Date(of.previous_until) > new Date()) return <Mark tone="warn">rolled</Mark>;
  return <Mark tone="good">active</Mark>;
}
