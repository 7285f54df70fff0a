import { Menu, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../api/client.ts';
import { forgetEverything } from '../api/query-client.ts';
import { labelOf, useSession } from '../api/session.ts';
import { LogOut, ShieldCheck } from '../icons/icons.tsx';
import { ProblemText } from '../parts/ProblemText.tsx';
import { AccountButton } from './AccountButton.tsx';

/** The menu of {@link AccountButton}, initially open. */
export function OpenAccountMenu() {
  const { member, rights } = useSession();
  const navigate = useNavigate();
  const leaving = useMutation({
    mutationFn: () => call('POST /session/sign-out'),
    onSuccess: async () => {
      await navigate({ to: '/sign-in' });
      await forgetEverything();
    },
  });
  const [opened, setOpened] = useState(false);
  // Not from the beginning: closed, it gives the focus back to its button.
  useEffect(() => setOpened(true), []);
  return (
    <Menu position="bottom-end" width={240} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <AccountButton autoFocus />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text span size="sm" c="var(--ink)" fw={500} truncate display="block">
            {member.email}
          </Text>
          {labelOf(member.role)}
        </Menu.Label>
        {rights['security.change'] !== 'role' && (
          <Menu.Item leftSection={<ShieldCheck size={16} aria-hidden />} onClick={() => navigate({ to: '/security' })}>
            Security
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          closeMenuOnClick={false}
          onClick={() => leaving.mutate()}
        >
          Sign out
        </Menu.Item>
        <ProblemText error={leaving.error} />
      </Menu.Dropdown>
    </Menu>
  );
}
