import { call } from '../../api/client.ts';
import type { Delivery } from '../../api/types.ts';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Replay it, retry it now, or stop it. The effect follows within a second; the page continues to look for it. */
export function DeliveryActions({ of: { id, state } }: { of: Delivery }) {
  const replaying = useChange(() => call('POST /deliveries/:id/replay', { id }), {
    done: 'Delivery queued. The result appears below in a few seconds.',
    toastError: true,
  });
  const retrying = useChange(() => call('POST /deliveries/:id/retry-now', { id }), {
    done: 'Retry queued. The result appears below in a few seconds.',
    toastError: true,
  });
  const stopping = useChange(() => call('POST /deliveries/:id/stop', { id }), {
    done: 'The delivery was stopped.',
    toastError: true,
  });
  if (state === 'pending' || state === 'retrying') {
    return (
      <>
        {state === 'retrying' && (
          <RightButton action="deliveries.send" loading={retrying.isPending} onClick={() => retrying.mutate()}>
            Retry now
          </RightButton>
        )}
        <RightButton
          action="deliveries.send"
          variant="default"
          loading={stopping.isPending}
          onClick={() => stopping.mutate()}
        >
          Stop
        </RightButton>
      </>
    );
  }
  return (
    <RightButton action="deliveries.send" loading={replaying.isPending} onClick={() => replaying.mutate()}>
      Replay
    </RightButton>
  );
}
