import { Button, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { startRegistration } from '@simplewebauthn/browser';
import { lazy, Suspense, useState } from 'react';
import { call } from '../api/client.ts';
import type { Session } from '../api/types.ts';
import { Form, useForm } from './Form.tsx';

const TotpSetup = lazy(() => import('./TotpSetup.tsx').then((it) => ({ default: it.TotpSetup })));

/** For a member without a second step: an authenticator app or a passkey. */
export function SecondStepSetup({ onTaken }: { onTaken: (session: Session | null) => void }) {
  const [begun, setBegun] = useState(false);
  if (!begun) {
    return (
      <Stack gap="md">
        <Text c="dimmed">
          Anyone with access to your inbox can sign in. Add a passkey or authenticator app before you create keys or
          manage members. It takes a minute.
        </Text>
        <Button onClick={() => setBegun(true)}>Set up</Button>
      </Stack>
    );
  }
  return (
    <Tabs defaultValue="app">
      <Tabs.List mb="md">
        <Tabs.Tab value="app">Authenticator app</Tabs.Tab>
        <Tabs.Tab value="passkey">Passkey</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="app">
        <Suspense>
          <TotpSetup onTaken={onTaken} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="passkey">
        <AddPasskey onAdded={() => onTaken(null)} />
      </Tabs.Panel>
    </Tabs>
  );
}

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

/** Makes a passkey on this device, or on a phone or stick that the browser finds. */
export function AddPasskey({ onAdded }: { onAdded: () => void }) {
  const form = useForm(
    { name: '' },
    async ({ name }) => {
      const { options } = await call('POST /passkeys/start');
      const credential = await startRegistration({ optionsJSON: options as unknown as CreationOptions });
      return call('POST /passkeys', { body: { name: name.trim(), credential: { ...credential } } });
    },
    { onDone: onAdded },
  );
  return (
    <Form form={form} button="Create a passkey">
      <Text size="sm" c="dimmed">
        A passkey is saved on this device, your phone or a security key. You confirm with your fingerprint, face or PIN.
      </Text>
      <TextInput
        label="Name"
        description="Helps you tell your passkeys apart. Optional."
        placeholder="Work laptop"
        maxLength={60}
        {...form.field('name')}
      />
    </Form>
  );
}
