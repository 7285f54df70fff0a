import { Select, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { Form } from '../../parts/Form.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { useChange } from '../../parts/use-change.ts';

const KEEP = [
  { value: '0', label: 'End it now' },
  { value: '1', label: 'Keep it for an hour' },
  { value: '24', label: 'Keep it for a day' },
  { value: '168', label: 'Keep it for a week' },
];

/** Gives a key a new secret. Endpoints, clients, guards and domains stay. */
export function RollKey({ of: { id } }: { of: { id: string } }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <RightButton action="keys.change" variant="default" onClick={open}>
        Roll
      </RightButton>
      <SecretForm
        title="Roll the key"
        madeTitle="Your new key"
        opened={opened}
        onClose={close}
        toSecret={({ key, curl }: Rolled) => ({ what: 'key', value: key, curl })}
        form={(onMade) => <RollForm id={id} onMade={onMade} />}
      />
    </>
  );
}

type Rolled = Answer<'POST /keys/:id/roll'>;

function RollForm({ id, onMade }: { id: string; onMade: (rolled: Rolled) => void }) {
  const [hours, setHours] = useState('24');
  const rolling = useChange(() => call('POST /keys/:id/roll', { id, body: { keep_hours: Number(hours) } }), {
    onDone: onMade,
  });
  return (
    <Form change={rolling} button="Roll the key">
      {() => (
        <>
          <Text>
            You get a new key. Its webhooks, OAuth clients, domains, IP allowlist and certificates stay the same, and
            links you have published keep earning.
          </Text>
          <Select
            label="The old key"
            data={KEEP}
            value={hours}
            allowDeselect={false}
            onChange={(value) => setHours(value ?? '24')}
          />
        </>
      )}
    </Form>
  );
}
