import type { Key } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';

export const KIND_TEXT: Record<Key['kind'], { label: string; text: string }> = {
  test: { label: 'Test', text: 'Sample events and test purchases. No real money moves.' },
  website: { label: 'Website', text: 'For your website. Visitors can see it; it works on your domains only.' },
  server: { label: 'Server', text: 'For your servers. Keep it secret.' },
};

/** What people call a key: its name, else its kind. */
export const nameOf = ({ name, kind }: Pick<Key, 'name' | 'kind'>): string => name || `${KIND_TEXT[kind].label} key`;

export const keyOptions = (keys: readonly Key[]) =>
  keys.map((key) => ({ value: key.id, label: `${nameOf(key)} · ${key.hint}` }));

/** Whether a key works. */
export function KeyBadge({ of }: { of: Key }) {
  if (of.revoked_at) return <Badge tone="bad">revoked</Badge>;
  if (of.previous_until) return <Badge tone="warn">rolled</Badge>;
  return <Badge tone="good">active</Badge>;
}
