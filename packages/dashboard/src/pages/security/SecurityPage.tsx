import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { MAIL_TEXT, useKeepSession, useSession } from '../../api/session.ts';
import type { MailKind } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { ConfirmDialog, Dialog } from '../../parts/Dialog.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AddPasskey } from '../../parts/SecondStepSetup.tsx';
import { toastDone } from '../../parts/toast.ts';
import { useChange } from '../../parts/use-change.ts';
import { SessionsPanel } from './SessionsPanel.tsx';

/** `/dashboard/security`: the reader's own second step, sessions and mails. */
export function SecurityPage() {
  return (
    <>
      <PageHead intro="You sign in with a link by email, and anyone with access to your inbox can use it. A second step protects secrets and your team." />
      <PasskeysPanel />
      <AppPanel />
      <SessionsPanel />
      <MailsPanel />
    </>
  );
}

/** Which mails the reader gets. */
function MailsPanel() {
  const { data } = useQuery(query('GET /members'));
  const own = data?.data.find(({ you }) => you);
  const choosing = useChange((mails: MailKind[]) => call('POST /mails', { body: { mails } }), {
    done: 'Saved.',
    toastError: true,
  });
  if (!own) return null;
  return (
    <Panel title="Emails" intro="We always email you about your own sign-in. Choose what else you get.">
      {own.may_get.length === 0 ? (
        <Text>Your role gets no other emails.</Text>
      ) : (
        <Stack gap="sm">
          {own.may_get.map((kind) => (
            <Checkbox
              key={kind}
              label={MAIL_TEXT[kind].label}
              description={MAIL_TEXT[kind].text}
              checked={own.mails.includes(kind)}
              disabled={choosing.isPending}
              onChange={({ currentTarget: { checked } }) =>
                choosing.mutate(checked ? [...own.mails, kind] : own.mails.filter((mail) => mail !== kind))
              }
            />
          ))}
        </Stack>
      )}
    </Panel>
  );
}

/** The member's passkeys. */
function PasskeysPanel() {
  const [adding, add] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /passkeys'));
  const removal = useChange((id: string) => call('POST /passkeys/:id/remove', { id }), {
    done: 'The passkey was removed. Your other sessions have ended.',
    toastError: true,
  });
  const none = data?.data.length === 0;
  return (
    <Panel
      title="Passkeys"
      intro="The quickest second step: your fingerprint, face or PIN."
      flush={!none}
      actions={
        <Button variant="default" onClick={add.open}>
          Add a passkey
        </Button>
      }
    >
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {none ? (
        <Text size="sm">No passkeys yet.</Text>
      ) : (
        <DataTable
          label="Passkeys"
          rows={data?.data ?? (error ? [] : undefined)}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Name', kind: 'text', cell: ({ name }) => name },
            { title: 'Created', cell: ({ created_at: at }) => <DateText at={at} /> },
            { title: 'Last used', cell: ({ used_at: at }) => <DateText at={at} /> },
            {
              title: 'Actions',
              hideTitle: true,
              kind: 'number',
              cell: (passkey) => (
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove ${passkey.name}`}
                  loading={removal.isPending && removal.variables === passkey.id}
                  onClick={() => removal.mutate(passkey.id)}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      )}
      <Dialog opened={adding} onClose={add.close} title="Add a passkey">
        <AddPasskey
          onAdded={() => {
            add.close();
            toastDone('The passkey is ready.');
          }}
        />
      </Dialog>
    </Panel>
  );
}

const TotpSetup = lazy(() => import('../../parts/TotpSetup.tsx').then((it) => ({ default: it.TotpSetup })));

/** The authenticator app: set up, or removed. */
function AppPanel() {
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
