import { Checkbox, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { MAIL_TEXT } from '../../api/session.ts';
import type { MailKind } from '../../api/types.ts';
import { Panel } from '../../parts/Panel.tsx';
import { useChange } from '../../parts/use-change.ts';

/** Which mails the reader gets. */
export function MailsPanel() {
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
