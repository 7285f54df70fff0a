import { call } from '../../api/client.ts';
import type { EndpointDetail } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** The deliveries that wait for a further attempt, with a button to try them at once. */
export function RetriesPanel({ of: { id, status, counts } }: { of: EndpointDetail }) {
  const retrying = useChange(() => call('POST /endpoints/:id/retry-now', { id }), {
    done: 'Retries queued. The results appear below in a few seconds.',
    toastError: true,
  });
  if (counts.retrying === 0) return null;
  const waiting = counted(counts.retrying, 'delivery waits', 'deliveries wait');
  return (
    <Panel title="Retries" intro={`${waiting} for another attempt. We retry each one for about two days.`}>
      <RightButton
        action="deliveries.send"
        not={status !== 'active' && 'Enable the endpoint first.'}
        loading={retrying.isPending}
        onClick={() => retrying.mutate()}
      >
        Retry all now
      </RightButton>
    </Panel>
  );
}
