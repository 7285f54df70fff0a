import { Button, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import type { Client } from '../../api/types/keys.ts';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { SecretDialog } from '../../parts/SecretDialog.tsx';
import { When } from '../../parts/When.tsx';

const OLD_ONE = [
  { value: 'keep', label: 'Keep it for a day' },
  { value: 'end', label: 'End it now, with every token: it leaked' },
];

interface Props {
  of: Client;
  opened: boolean;
  onClose: () => void;
}

/** Gives a client a new secret, also while the one before works, and ends the old one at once after a leak. */
export function RotateClient({ of: client, opened, onClose }: Props) {
  const cache = useQueryClient();
  const [oldOne, setOldOne] = useState('keep');
  const rotating = useMutation({
    mutationFn: () =>
      post<{ secret: string }>(`/clients/${client.id}/rotate`, {
        at_once: oldOne === 'end',
        again: client.previous_until !== null,
      }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['clients'] }),
  });
  const end = () => {
    rotating.reset();
    setOldOne('keep');
    onClose();
  };
  return (
    <SecretDialog
      title={rotating.data ? 'The new secret' : 'Rotate the secret'}
      opened={opened}
      onClose={end}
      secret={rotating.data ? { what: 'secret', value: rotating.data.secret } : null}
    >
      <Stack gap="md">
        {client.previous_until ? (
          <Text>
            This secret was rotated already. The one before it works until <When at={client.previous_until} exact />. If
            you rotate again, that one ends now.
          </Text>
        ) : (
          <Text>You get a new secret. The client’s id and scopes stay as they are.</Text>
        )}
        <Select
          label="The current secret"
          data={OLD_ONE}
          value={oldOne}
          allowDeselect={false}
          onChange={(value) => setOldOne(value ?? 'keep')}
        />
        <ProblemText error={rotating.error} />
        <Button loading={rotating.isPending} onClick={() => rotating.mutate()}>
          Rotate the secret
        </Button>
      </Stack>
    </SecretDialog>
  );
}
