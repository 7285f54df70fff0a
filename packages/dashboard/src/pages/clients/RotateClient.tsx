import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Client } from '../../api/types.ts';
import { DateText } from '../../parts/DateText.tsx';
import { Form } from '../../parts/Form.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';

const OLD_ONE = [
  { value: 'keep', label: 'Keep it for a day' },
  { value: 'end', label: 'It leaked: revoke it now, with all its tokens' },
];

interface Props {
  of: Client;
  opened: boolean;
  onClose: () => void;
}

/** Gives a client a new secret, also while the one before works, and ends the old one at once after a leak. */
export function RotateClient({ of: client, opened, onClose }: Props) {
  return (
    <SecretForm
      title="Rotate the secret"
      madeTitle="The new secret"
      opened={opened}
      onClose={onClose}
      toSecret={(value: string) => ({ what: 'secret', value })}
      form={(onMade) => <RotateForm of={client} onMade={onMade} />}
    />
  );
}

function RotateForm({ of: client, onMade }: { of: Client; onMade: (secret: string) => void }) {
  const [oldOne, setOldOne] = useState('keep');
  const body = { at_once: oldOne === 'end', again: client.previous_until !== null };
  const rotating = useChange(() => call('POST /clients/:id/rotate', { id: client.id, body }), {
    onDone: ({ secret }) => onMade(secret),
  });
  return (
    <Form change={rotating} button="Rotate the secret">
      {() => (
        <>
          {client.previous_until ? (
            <Text>
              You already rotated this secret. The previous one works until{' '}
              <DateText at={client.previous_until} show="time" />. If you rotate again, it stops working immediately.
            </Text>
          ) : (
            <Text>You get a new secret. The client’s ID and scopes stay the same.</Text>
          )}
          <Select
            label="The current secret"
            data={OLD_ONE}
            value={oldOne}
            allowDeselect={false}
            onChange={(value) => setOldOne(value ?? 'keep')}
          />
        </>
      )}
    </Form>
  );
}
