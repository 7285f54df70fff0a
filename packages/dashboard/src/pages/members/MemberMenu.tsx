import { ActionIcon, Menu, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { post } from '../../api/client.ts';
import { ROLE_WORDS, useRight } from '../../api/session.ts';
import type { Member, Role } from '../../api/types/session.ts';
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx';
import { toastDone, toastProblem } from '../../parts/toast.ts';
import { membersQuery } from './members.ts';

const ROLES = Object.keys(ROLE_WORDS) as Role[];

/** What an owner may do with a member. */
export function MemberMenu({ member }: { member: Member }) {
  const { may } = useRight('members.change');
  const client = useQueryClient();
  const [asking, setAsking] = useState<'remove' | 'second-step' | null>(null);
  const after = (words: string) => {
    toastDone(words);
    setAsking(null);
    return client.invalidateQueries({ queryKey: membersQuery.queryKey });
  };
  const path = `/members/${member.id}`;
  const setRole = useMutation({
    mutationFn: (role: Role) => post<Member>(`${path}/role`, { role }),
    onSuccess: ({ role }) => after(`${member.email} is ${ROLE_WORDS[role].label.toLowerCase()} now.`),
    onError: toastProblem,
  });
  const remove = useMutation({
    mutationFn: () => post(`${path}/remove`),
    onSuccess: () => after(`${member.email} was removed, and signed out everywhere.`),
  });
  const forget = useMutation({
    mutationFn: () => post(`${path}/remove-second-step`),
    onSuccess: () => after(`${member.email} can set up a new second step.`),
  });
  if (!may) return null;
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${member.email}`}>
            <EllipsisVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Change the role to</Menu.Label>
          {ROLES.filter((role) => role !== member.role).map((role) => (
            <Menu.Item key={role} onClick={() => setRole.mutate(role)}>
              {ROLE_WORDS[role].label}
            </Menu.Item>
          ))}
          <Menu.Divider />
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
        onConfirm={() => remove.mutate()}
        pending={remove.isPending}
        error={remove.error}
      >
        <Text>
          <strong>{member.email}</strong> is signed out everywhere at once. Keys they made go on working. You can invite
          them again.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        title="Remove the second step?"
        verb="Remove the second step"
        opened={asking === 'second-step'}
        onClose={() => setAsking(null)}
        onConfirm={() => forget.mutate()}
        pending={forget.isPending}
        error={forget.error}
      >
        <Text>
          The app and the passkeys of <strong>{member.email}</strong> stop working: for somebody who lost their phone.
          They are signed out everywhere, and get a mail. Check by phone that the request is really from them.
        </Text>
      </ConfirmDialog>
    </>
  );
}
