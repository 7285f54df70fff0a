import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { call } from '../../api/client.ts';
import { useKeepSession, useSession } from '../../api/session.ts';
import { Badge } from '../../parts/Badge.tsx';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { toastDone } from '../../parts/toast.ts';
import { useChange } from '../../parts/use-change.ts';

const TotpSetup = lazy(() => import('../../parts/TotpSetup.tsx').then((it) => ({ default: it.TotpSetup })));

/** The authenticator app: set up, or removed. */
export function AppPanel() {
  const { second_step: step } = useSession();
  const keep = useKeepSession();
  const [adding, add] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const removal = useChange(() => call('POST /totp/remove'), {
    done: 'The authenticator app was removed. Your other sessions have ended.',
    onDone: (session) => {
      keep(session);
      remove.close();
    },
  });
  const added = () => {
    add.close();
    toastDone('The authenticator app is set up.');
  };
  return (
    <Panel
      title="Authenticator app"
      intro="A six-digit code from an app such as 1Password, Aegis or Google Authenticator."
    >
      <Group justify="space-between">
        {step.has_totp ? <Badge tone="good">set up</Badge> : <Text size="sm">Not set up.</Text>}
        {step.has_totp ? (
          <Button variant="default" onClick={remove.open}>
            Remove
          </Button>
        ) : (
          <Button variant="default" onClick={add.open}>
            Set up an app
          </Button>
        )}
      </Group>
      <Dialog opened={adding} onClose={add.close} title="Set up an authenticator app">
        <Suspense>
          <TotpSetup onTaken={added} />
        </Suspense>
      </Dialog>
      <ConfirmDialog
        title="Remove the authenticator app?"
        verb="Remove the app"
        opened={removing}
        onClose={remove.close}
        change={removal}
      >
        <Text>
          Its codes stop working and your other sessions end. Without another second step you can’t create secrets or
          change the team.
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}
