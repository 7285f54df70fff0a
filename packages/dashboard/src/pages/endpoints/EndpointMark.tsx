import type { Endpoint } from '../../api/types/endpoints.ts';
import { Mark } from '../../parts/Mark.tsx';

/** Whether anything is sent to an endpoint. */
export function EndpointMark({ of }: { of: Endpoint }) {
  if (of.inactive_reason) return <Mark tone="bad">{of.inactive_reason}</Mark>;
  if (of.status === 'disabled') {
    return <Mark tone="bad">{of.disabled_reason === 'failing' ? 'disabled: failing' : 'disabled'}</Mark>;
  }
  if (of.failing_since) return <Mark tone="warn">failing</Mark>;
  return <Mark tone="good">active</Mark>;
}
