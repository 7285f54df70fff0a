import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { useRight } from '../../api/session.ts';
import type { Client } from '../../api/types.ts';
import { EllipsisVertical } from '../../icons/icons.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { counted } from '../../parts/numbers.ts';
import { useChange } from '../../parts/use-change.ts';
import { RotateClient } from './RotateClient.tsx';

/** Rotate a client's secret, or revoke the client. */
export function ClientActions({ of: client }: { of: Client }) {
  const { may } = useRight('keys.change');
  const [revokes, setRevokes] = useState(false);
  const [rotates, setRotates] = useState(false);
  const revoking = useChange(() => call('POST /clients/:id/revoke', { id: client.id }), {
    done: 'The client was revoked, with all its tokens.',
    onDone: () => setRevokes(false),
  });
  if (!may || client.revoked_at) return null;
  const name = client.name || client.id;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRotates(true)}>Rotate the secret</Menu.Item>
          <Menu.Item color="red" onClick={() => setRevokes(true)}>
            Revoke
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RotateClient of={client} opened={rotates} onClose={() => setRotates(false)} />
      <ConfirmDialog
        title={`Revoke ${name}?`}
        verb="Revoke the client"
        typed={client.id.slice(-4)}
        opened={revokes}
        onClose={() => setRevokes(false)}
        onConfirm={() => revoking.mutate()}
        change={revoking}
      >
        <Text>{counted(client.live_tokens, 'active token')} will stop working immediately. You can’t undo this.</Text>
      </ConfirmDialog>
    </>
  );
}
