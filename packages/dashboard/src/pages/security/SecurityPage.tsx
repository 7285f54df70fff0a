import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { MAIL_TEXT } from '../../api/session.ts';
import type { MailKind } from '../../api/types.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useChange } from '../../parts/use-change.ts';
import { AppPanel } from './AppPanel.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
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
