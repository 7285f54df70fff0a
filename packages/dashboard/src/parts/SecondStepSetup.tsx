import { Button, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Session } from '../api/types.ts';
import { AddPasskey } from './AddPasskey.tsx';

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
