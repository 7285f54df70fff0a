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
        <Text>
          Within a second every call with it is refused. This cannot be undone; roll it to get a new one instead.
        </Text>
        <List size="sm" spacing="xs">
          <List.Item>{counted(calls, 'call')} in the last week used it.</List.Item>
          {endpoints.map(({ id, kind, url }) => (
            <List.Item key={id}>
              The {kind} to <code>{url}</code> falls silent.
            </List.Item>
          ))}
          {clients.map(({ id, name }) => (
            <List.Item key={id}>
              The OAuth client <code>{name || id}</code> gets no tokens any more.
            </List.Item>
          ))}
        </List>
        <Text size="sm">Links you have published keep earning.</Text>
      </ConfirmDialog>
    </>
  );
}
