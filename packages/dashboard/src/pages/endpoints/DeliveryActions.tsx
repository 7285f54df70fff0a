import { post } from '../../api/client.ts';
import type { Delivery } from '../../api/types/endpoints.ts';
import { RightButton } from '../../parts/RightButton.tsx';
import { useEndpointChange } from './use-endpoint-change.ts';

/** Send it again, or now, or no more. What is asked for follows within a second; the page goes on looking. */
export function DeliveryActions({ of: { id, state } }: { of: Delivery }) {
  const redelivering = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/redeliver`), {
    done: 'Delivery queued. The result appears below in a few seconds.',
  });
  const retrying = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/retry-now`), {
    done: 'Retry queued. The result appears below in a few seconds.',
  });
  const stopping = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/stop`), {
    done: 'The delivery is stopped.',
  });
  if (state === 'pending' || state === 'retrying') {
    return (
      <>
        {state === 'retrying' && (
          <RightButton action="deliveries.send" loading={retrying.isPending} onClick={() => retrying.mutate(undefined)}>
            Retry now
          </RightButton>
        )}
        <RightButton
          action="deliveries.send"
          variant="default"
          loading={stopping.isPending}
          onClick={() => stopping.mutate(undefined)}
        >
          Stop
        </RightButton>
      </>
    );
  }
  return (
    <RightButton
      action="deliveries.send"
      loading={redelivering.isPending}
      onClick={() => redelivering.mutate(undefined)}
    >
      Redeliver
    </RightButton>
  );
}
