import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { post } from '../../api/client.ts';
import type { Endpoint } from '../../api/types/endpoints.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { KINDS } from './endpoints.ts';
import { useEndpointChange } from './use-endpoint-change.ts';

/** Disable, enable, remove. */
export function EndpointActions({ of: endpoint }: { of: Endpoint }) {
  const navigate = useNavigate();
  const [leaving, leave] = useDisclosure(false);
  const path = `/endpoints/${endpoint.id}`;
  const { one, path: list } = KINDS[endpoint.kind];
  const enabling = useEndpointChange(() => post<Endpoint>(`${path}/enable`), { done: `The ${one} is enabled.` });
  const disabling = useEndpointChange(() => post<Endpoint>(`${path}/disable`), {
    done: `The ${one} is disabled. We keep its deliveries for 30 days.`,
  });
  const removing = useEndpointChange(() => post(`${path}/remove`), {
    quiet: true,
    done: `The ${one} was removed.`,
    onDone: () => void navigate({ to: list }),
  });
  return (
    <>
      {endpoint.status === 'disabled' ? (
        <RightButton action="webhooks.change" loading={enabling.isPending} onClick={() => enabling.mutate(undefined)}>
          Enable
        </RightButton>
      ) : (
        <RightButton
          action="webhooks.change"
          variant="default"
          loading={disabling.isPending}
          onClick={() => disabling.mutate(undefined)}
        >
          Disable
        </RightButton>
      )}
      <RightButton action="webhooks.change" variant="light" color="red" onClick={leave.open}>
        Remove
      </RightButton>
      <ConfirmDialog
        title={`Remove this ${one}?`}
        verb={`Remove the ${one}`}
        typed={endpoint.id.slice(-4)}
        opened={leaving}
        onClose={leave.close}
        onConfirm={() => removing.mutate(undefined)}
        pending={removing.isPending}
        error={removing.error}
      >
        <Text>
          We stop sending to <code>{endpoint.url}</code> and drop what is waiting for it. To pause it, disable it
          instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
