import { List, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { post } from '../../api/client.ts';
import type { Key, KeyDetail } from '../../api/types/keys.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { counted } from '../../parts/numbers.ts';
import { RightButton } from '../../parts/RightButton.tsx';
import { nameOf } from './keys.ts';
import { useKeyChange } from './use-key-change.ts';

/** Ends a key for good, after a list of what stops with it. */
export function RevokeKey({ of: key }: { of: KeyDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const revoking = useKeyChange(() => post<Key>(`/keys/${key.id}/revoke`), {
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
        onConfirm={() => revoking.mutate(undefined)}
        pending={revoking.isPending}
        error={revoking.error}
      >
        <Text>Every call with this key will fail at once. You can’t undo this. To get a new key instead, roll it.</Text>
        <List size="sm" spacing="xs">
          <List.Item>{counted(calls, 'call')} used it in the last week.</List.Item>
          {endpoints.map(({ id, kind, url }) => (
            <List.Item key={id}>
              Deliveries to the {kind} <code>{url}</code> stop.
            </List.Item>
          ))}
          {clients.map(({ id, name }) => (
            <List.Item key={id}>
              The OAuth client <code>{name || id}</code> gets no more tokens.
            </List.Item>
          ))}
        </List>
        <Text size="sm">Links you have published keep earning.</Text>
      </ConfirmDialog>
    </>
  );
}
