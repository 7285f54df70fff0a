import type { Endpoint } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';

/** Whether anything is sent to an endpoint. */
export function EndpointBadge({ of }: { of: Endpoint }) {
  if (of.inactive_reason) return <Badge tone="bad">{of.inactive_reason}</Badge>;
  if (of.status === 'disabled') {
    return <Badge tone="bad">{of.disabled_reason === 'failing' ? 'disabled: failing' : 'disabled'}</Badge>;
  }
  if (of.failing_since) return <Badge tone="warn">failing</Badge>;
  return <Badge tone="good">active</Badge>;
}
