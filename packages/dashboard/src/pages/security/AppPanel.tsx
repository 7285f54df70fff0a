import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { post } from '../../api/client.ts';
import { useKeepSession, useSession } from '../../api/session.ts';
import type { Session } from '../../api/types/session.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { toastDone } from '../../parts/toast.ts';

const TotpSetup = lazy(() => import('../../parts/TotpSetup.tsx').then((it) => ({ default: it.TotpSetup })));

/** The authenticator app: set up, or removed. */
export function AppPanel() {
  const { second_step: step } = useSession();
  const client = useQueryClient();
  const keep = useKeepSession();
  const [adding, add] = useDisclosure(false);
  const [removing, remove] = useDisclosure(false);
  const removal = useMutation({
    mutationFn: () => post<Session>('/totp/remove'),
    onSuccess: (session) => {
      keep(session);
      remove.close();
      toastDone('The authenticator app was removed. Your other sessions have ended.');
      return client.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  const added = () => {
    add.close();
    toastDone('The authenticator app is set up.');
  };
  return (
    <Panel
      title="Authenticator app"
      lead="Six digits of an app on your phone, such as 1Password, Aegis or Google Authenticator."
    >
      <Group justify="space-between">
        {step.has_totp ? <Mark tone="good">set up</Mark> : <Text size="sm">Not set up.</Text>}
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
        onConfirm={() => removal.mutate()}
        pending={removal.isPending}
        error={removal.error}
      >
        <Text>
          Its codes stop working, and your other sessions end. Without another second step you cannot make secrets or
          change members.
        </Text>
      </ConfirmDialog>
    </Panel>
  );
}
