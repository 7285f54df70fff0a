import { Radio, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { checked } from '../../api/checked.ts';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import { MAIL_TEXT, ROLE_TEXT, useSession } from '../../api/session.ts';
import type { Role } from '../../api/types.ts';
import { UserPlus } from '../../icons/icons.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Form, useForm } from '../../parts/Form.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { MemberMenu } from './MemberMenu.tsx';

/** `/dashboard/members`: the members, and the rights of each role. */
export function MembersPage() {
  const { company } = useSession();
  const [inviting, invite] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /members'));
  return (
    <>
      <PageHead
        intro={`People who can sign in for ${company.name}. They sign in with a link we email them.`}
        actions={
          <RightButton action="members.change" leftSection={<UserPlus size={16} aria-hidden />} onClick={invite.open}>
            Invite a member
          </RightButton>
        }
      />
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <TablePanel
          label="Members"
          rows={data?.data}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Email',
              kind: 'text',
              cell: ({ email, you }) => (
                <>
                  {email} {you && <Badge tone="act">you</Badge>}
                </>
              ),
            },
            { title: 'Role', cell: ({ role }) => ROLE_TEXT[role].label },
            {
              title: 'Second step',
              cell: ({ has_second_step: has }) =>
                has ? <Badge tone="good">set up</Badge> : <Badge tone="quiet">none</Badge>,
            },
            {
              title: 'Emails',
              kind: 'text',
              cell: ({ mails }) => mails.map((kind) => MAIL_TEXT[kind].label).join(', ') || '–',
            },
            { title: 'Last sign-in', cell: ({ signed_in_at: at }) => <DateText at={at} never="not yet" /> },
            { title: 'Actions', hideTitle: true, kind: 'number', cell: (member) => <MemberMenu member={member} /> },
          ]}
        />
      )}
      {/* Together with the members: the table would push it down. */}
      {(data || error) && <RolesPanel />}
      <Dialog opened={inviting} onClose={invite.close} title="Invite a member">
        <InviteForm onDone={invite.close} />
      </Dialog>
    </>
  );
}

/** The purpose of each role. */
function RolesPanel() {
  return (
    <Panel
      title="Roles"
      intro="We ask for your second step before you create secrets or change the team, at most every 15 minutes."
    >
      <DescriptionList items={Object.values(ROLE_TEXT).map(({ label, text }) => [label, text])} />
    </Panel>
  );
}

/** Adds a member and mails them a link. */
function InviteForm({ onDone }: { onDone: () => void }) {
  const form = useForm(
    { email: '', role: 'developer' as Role },
    async ({ email, role }) =>
      call('POST /members', { body: await checked('invitationBody', { email: email.trim(), role }) }),
    { done: (member) => `We emailed a sign-in link to ${member.email}.`, onDone },
  );
  return (
    <Form form={form} button="Send the invitation">
      <TextInput
        label="Email"
        type="email"
        data-autofocus
        placeholder="colleague@company.com"
        {...form.field('email')}
      />
      <Radio.Group label="Role" value={form.values.role} onChange={(value) => form.set({ role: value as Role })}>
        <Stack gap="xs" mt="xs">
          {Object.entries(ROLE_TEXT).map(([value, { label, text }]) => (
            <Radio key={value} value={value} label={label} description={text} />
          ))}
        </Stack>
      </Radio.Group>
    </Form>
  );
}
