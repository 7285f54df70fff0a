import { Button, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { checked } from '../../api/checked.ts';
import { post } from '../../api/client.ts';
import type { Key } from '../../api/types/keys.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { useKeyChange } from './use-key-change.ts';

export function RenameKey({ of: key }: { of: Key }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [name, setName] = useState(key.name);
  const renaming = useKeyChange(
    async () => post<Key>(`/keys/${key.id}/name`, await checked('keyNameBody', { name: name.trim() })),
    { onDone: close },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    renaming.mutate(undefined);
  };
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Rename
      </RightButton>
      <Dialog opened={opened} onClose={close} title="Rename the key">
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="Name"
              data-autofocus
              maxLength={60}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <ProblemText error={renaming.error} />
            <Button type="submit" loading={renaming.isPending}>
              Save
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}
