import { post } from '../../api/client.ts';
import type { Delivery } from '../../api/types/endpoints.ts';
import { RightButton } from '../../parts/RightButton.tsx';
import { useEndpointChange } from './use-endpoint-change.ts';

/** Send it again, or now, or no more. What is asked for follows within a second; the page goes on looking. */
export function DeliveryActions({ of: { id, state } }: { of: Delivery }) {
  const done = { done: 'We are on it.' };
  const redelivering = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/redeliver`), done);
  const retrying = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/retry-now`), done);
  const stopping = useEndpointChange(() => post<Delivery>(`/deliveries/${id}/stop`), done);
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
