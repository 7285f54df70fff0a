import { Button, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { KeyDetail, NewKey } from '../../api/types/keys.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { useKeyChange } from './use-key-change.ts';

const KEEP = [
  { value: '0', label: 'End the old key now' },
  { value: '1', label: 'Keep it for an hour' },
  { value: '24', label: 'Keep it for a day' },
  { value: '168', label: 'Keep it for a week' },
];

/** Gives a key a new secret. Endpoints, clients, guards and domains stay. */
export function RollKey({ of: key }: { of: KeyDetail }) {
  const [opened, { open, close }] = useDisclosure(false);
  const [hours, setHours] = useState('24');
  const [rolled, setRolled] = useState<NewKey | null>(null);
  const rolling = useKeyChange(() => post<NewKey>(`/keys/${key.id}/roll`, { keep_hours: Number(hours) }), {
    onDone: setRolled,
  });
  const end = () => {
    setRolled(null);
    close();
  };
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Roll
      </RightButton>
      <SecretDialog
        title={rolled ? 'Your new key' : 'Roll the key'}
        opened={opened}
        onClose={end}
        secret={rolled && { what: 'key', value: rolled.key, curl: rolled.curl }}
      >
        <Stack gap="md">
          <Text>
            You get a new key. Its webhooks, OAuth clients, domains, networks and certificates stay as they are, and
            links you have published keep earning.
          </Text>
          <Select
            label="The old key"
            data={KEEP}
            value={hours}
            allowDeselect={false}
            onChange={(value) => setHours(value ?? '24')}
          />
          <ProblemText error={rolling.error} />
          <Button loading={rolling.isPending} onClick={() => rolling.mutate(undefined)}>
            Roll the key
          </Button>
        </Stack>
      </SecretDialog>
    </>
  );
}
