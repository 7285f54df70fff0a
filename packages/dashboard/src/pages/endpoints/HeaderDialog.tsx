import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Endpoint } from '../../api/types.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form } from '../../parts/Form.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Sets or removes the header that each attempt of an endpoint carries. */
export function HeaderDialog({ of, opened, onClose }: { of: Endpoint; opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Set a header">
      <HeaderForm of={of} onDone={onClose} />
    </Dialog>
  );
}

function HeaderForm({ of: endpoint, onDone }: { of: Endpoint; onDone: () => void }) {
  const [name, setName] = useState(endpoint.header_name ?? '');
  const [value, setValue] = useState('');
  const send = (header: { name: string; value: string } | null) =>
    call('POST /endpoints/:id/header', { id: endpoint.id, body: { header } });
  const setting = useChange(() => send({ name: name.trim(), value: value.trim() }), {
    done: 'Saved. Each request carries the header from now on.',
    onDone,
  });
  const removing = useChange(() => send(null), { done: 'The header was removed.', onDone });
  return (
    <>
      <Form
        change={setting}
        button="Save"
        disabled={name.trim() === '' || value.trim() === ''}
        fields={['name', 'value']}
      >
        {(at) => (
          <>
            <Text size="sm" c="dimmed">
              For a gateway in front of your receiver that asks for a token. To check that a request is ours, verify its
              signature.
            </Text>
            <TextInput
              label="Header"
              placeholder="X-Gateway-Token"
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              error={at('name')}
            />
            <PasswordInput
              label="Value"
              description="We encrypt it and never show it again."
              autoComplete="off"
              value={value}
              onChange={(event) => setValue(event.currentTarget.value)}
              error={at('value')}
            />
          </>
        )}
      </Form>
      {endpoint.header_name !== null && (
        <Button fullWidth mt="sm" variant="default" loading={removing.isPending} onClick={() => removing.mutate()}>
          Remove the header
        </Button>
      )}
    </>
  );
}
