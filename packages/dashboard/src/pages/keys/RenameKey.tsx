import { TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import type { Key } from '../../api/types.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form } from '../../parts/Form.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useChange } from '../../parts/use-change.ts';

export function RenameKey({ of: key }: { of: Key }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(key.name);
  const renaming = useChange(
    async () => call('POST /keys/:id/name', { id: key.id, body: await checked('keyNameBody', { name: name.trim() }) }),
    { onDone: close },
  );
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Rename
      </RightButton>
      <Dialog opened={opened} onClose={close} title="Rename the key">
        <Form change={renaming} button="Save">
          {() => (
            <TextInput
              label="Name"
              data-autofocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          )}
        </Form>
      </Dialog>
    </>
  );
}
