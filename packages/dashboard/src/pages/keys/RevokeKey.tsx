import { List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { call } from '../../api/client.ts';
import type { KeyDetail } from '../../api/types.ts';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { counted } from '../../parts/numbers.ts';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';
import { nameOf } from './keys.tsx';

/** Ends a key for good, after a list of what stops with it. */
export function RevokeKey({ of: key }: { of: KeyDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const revoking = useChange(() => call('POST /keys/:id/revoke', { id: key.id }), {
    done: 'The key was revoked.',
    onDone: close,
  });
  const { endpoints, clients, calls_last_week: calls } = key.stops;
  return (
    <>
      <RightButton action="keys.change" variant="light" color="red" onClick={open}>
        Revoke
      </RightButton>
      <ConfirmDialog
        title={`Revoke ${nameOf(key)}?`}
        verb="Revoke the key"
        typed={key.hint.slice(-4)}
        opened={opened}
        onClose={close}
        onConfirm={() => revoking.mutate()}
        change={revoking}
      >
        <Text>
          Every call with this key will fail immediately. You can’t undo this. To replace the key, roll it instead.
        </Text>
        <List size="sm" spacing="xs">
          <List.Item>{counted(calls, 'call')} in the last week.</List.Item>
          {endpoints.map(({ id, kind, url }) => (
            <List.Item key={id}>
              The {kind} <code>{url}</code> stops receiving deliveries.
            </List.Item>
          ))}
          {clients.map(({ id, name }) => (
            <List.Item key={id}>
              The OAuth client <code>{name || id}</code> can no longer get tokens.
            </List.Item>
          ))}
        </List>
        <Text size="sm">Links you have published keep earning.</Text>
      </ConfirmDialog>
    </>
  );
}
