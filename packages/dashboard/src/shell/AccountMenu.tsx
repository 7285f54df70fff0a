import { ActionIcon, Menu, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleUserRound, LogOut, ShieldCheck } from 'lucide-react';
import { forgetEverything } from '../api/query-client.ts';
import { ROLE_WORDS, signOut, useSession } from '../api/session.ts';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { member } = useSession();
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: signOut,
    onSettled: async () => {
      await navigate({ to: '/sign-in' });
      await forgetEverything();
    },
  });
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Your account">
          <CircleUserRound size={19} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text span size="sm" c="var(--ink)" fw={500} truncate display="block">
            {member.email}
          </Text>
          {ROLE_WORDS[member.role].label}
        </Menu.Label>
        <Menu.Item leftSection={<ShieldCheck size={16} aria-hidden />} onClick={() => navigate({ to: '/security' })}>
          Your sign-in
        </Menu.Item>
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={() => leaving.mutate()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
