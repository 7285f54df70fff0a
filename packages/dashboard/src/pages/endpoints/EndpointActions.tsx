import { Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import type { Endpoint } from '../../api/types.ts';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { KINDS } from './endpoints.ts';
import { HeaderDialog } from './HeaderDialog.tsx';
import { TypesDialog } from './TypesDialog.tsx';

/** Choose the types of a webhook; set a header; disable, enable, remove. */
export function EndpointActions({ of: endpoint }: { of: Endpoint }) {
  const navigate = useNavigate();
  const [leaving, leave] = useDisclosure(false);
  const [choosing, choose] = useDisclosure(false);
  const [naming, name] = useDisclosure(false);
  const { id } = endpoint;
  const { one, path: list } = KINDS[endpoint.kind];
  const enabling = useChange(() => call('POST /endpoints/:id/enable', { id }), {
    done: `The ${one} is enabled.`,
    toastError: true,
  });
  const disabling = useChange(() => call('POST /endpoints/:id/disable', { id }), {
    done: `The ${one} is disabled. We keep its deliveries for 30 days.`,
    toastError: true,
  });
  const removing = useChange(() => call('POST /endpoints/:id/remove', { id }), {
    done: `The ${one} was removed.`,
    onDone: () => navigate({ to: list }),
  });
  return (
    <>
      {endpoint.kind === 'webhook' && (
        <RightButton action="webhooks.change" variant="default" onClick={choose.open}>
          Choose events
        </RightButton>
      )}
      <RightButton action="webhooks.secret" variant="default" onClick={name.open}>
        Set a header
      </RightButton>
      {endpoint.status === 'disabled' ? (
        <RightButton action="webhooks.change" loading={enabling.isPending} onClick={() => enabling.mutate()}>
          Enable
        </RightButton>
      ) : (
        <RightButton
          action="webhooks.change"
          variant="default"
          loading={disabling.isPending}
          onClick={() => disabling.mutate()}
        >
          Disable
        </RightButton>
      )}
      <RightButton action="webhooks.change" variant="light" color="red" onClick={leave.open}>
        Remove
      </RightButton>
      <TypesDialog of={endpoint} opened={choosing} onClose={choose.close} />
      <HeaderDialog of={endpoint} opened={naming} onClose={name.close} />
      <ConfirmDialog
        title={`Remove this ${one}?`}
        verb={`Remove the ${one}`}
        typed={id.slice(-4)}
        opened={leaving}
        onClose={leave.close}
        onConfirm={() => removing.mutate()}
        change={removing}
      >
        <Text>
          We stop sending to <code>{endpoint.url}</code> and discard its pending deliveries. To pause it, disable it
          instead.
        </Text>
      </ConfirmDialog>
    </>
  );
}
