import { Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { call } from '../api/client.ts';
import { Form } from './Form.tsx';
import { useChange } from './use-change.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Makes a passkey on this device, or on a phone or stick that the browser finds. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const [name, setName] = useState('');
  const adding = useChange(
    async () => {
      const { options } = await call('POST /passkeys/start');
      const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
      return call('POST /passkeys', { body: { name: name.trim(), credential: { ...credential } } });
    },
    { onDone: onAdded },
  );
  return (
    <Form change={adding} button="Create a passkey">
      {() => (
        <>
          <Text size="sm" c="dimmed">
            A passkey is saved on this device, your phone or a security key. You confirm with your fingerprint, face or
            PIN.
          </Text>
          <TextInput
            label="Name"
            description="Helps you tell your passkeys apart. Optional."
            placeholder="Work laptop"
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </>
      )}
    </Form>
  );
}
