import { ActionIcon, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { MAIL_TEXT, ROLE_TEXT, useRight } from '../../api/session.ts';
import type { MailKind, Member, Role } from '../../api/types.ts';
import { EllipsisVertical } from '../../icons/icons.tsx';
import { ConfirmDialog } from '../../parts/Dialog.tsx';
import { useChange } from '../../parts/use-change.ts';

const ROLES = Object.keys(ROLE_TEXT) as Role[];

/** An owner's actions on a member. */
export function MemberMenu({ member }: { member: Member }) {
  const { may } = useRight('members.change');
  const [asking, setAsking] = useState<'remove' | 'second-step' | null>(null);
  const { id, email } = member;
  const onDone = () => setAsking(null);
  const setRole = useChange((role: Role) => call('POST /members/:id/role', { id, body: { role } }), {
    done: ({ role }) => `${email} now has the ${ROLE_TEXT[role].label} role.`,
    toastError: true,
  });
  const remove = useChange(() => call('POST /members/:id/remove', { id }), {
    done: `${email} was removed and signed out everywhere.`,
    onDone,
  });
  const forget = useChange(() => call('POST /members/:id/remove-second-step', { id }), {
    done: `${email} can set up a new second step.`,
    onDone,
  });
  const setMails = useChange((mails: MailKind[]) => call('POST /members/:id/mails', { id, body: { mails } }), {
    done: 'Saved.',
    toastError: true,
  });
  const signOut = useChange(() => call('POST /members/:id/sign-out', { id }), {
    done: `${email} was signed out everywhere.`,
    toastError: true,
  });
  if (!may) return null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${email}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Change the role to</Menu.Label>
          {ROLES.filter((role) => role !== member.role).map((role) => (
            <Menu.Item key={role} onClick={() => setRole.mutate(role)}>
              {ROLE_TEXT[role].label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {member.may_get.length > 0 && <Menu.Label>Emails</Menu.Label>}
          {member.may_get.map((kind) => {
            const gets = member.mails.includes(kind);
            const next = gets ? member.mails.filter((mail) => mail !== kind) : [...member.mails, kind];
            return (
              <Menu.Item key={kind} onClick={() => setMails.mutate(next)}>
                {gets ? 'Stop' : 'Send'}: {MAIL_TEXT[kind].label.toLowerCase()}
              </Menu.Item>
            );
          })}
          <Menu.Divider />
          <Menu.Item onClick={() => signOut.mutate()}>Sign out everywhere</Menu.Item>
          {member.has_second_step && (
            <Menu.Item onClick={() => setAsking('second-step')}>Remove the second step</Menu.Item>
          )}
          <Menu.Item color="red" onClick={() => setAsking('remove')}>
            Remove the member
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        title="Remove this member?"
        verb="Remove the member"
        opened={asking === 'remove'}
        onClose={() => setAsking(null)}
        change={remove}
      >
        <Text>
          <strong>{email}</strong> is signed out everywhere immediately. API keys they created keep working. You can
          invite them again.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        title="Remove the second step?"
        verb="Remove the second step"
        opened={asking === 'second-step'}
        onClose={() => setAsking(null)}
        change={forget}
      >
        <Text>
          Do this for someone who lost their phone. The authenticator app and passkeys of <strong>{email}</strong> stop
          working. They are signed out everywhere, and we email them. Check by phone that the request really comes from
          them.
        </Text>
      </ConfirmDialog>
    </>
  );
}
