import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ROLE_WORDS, useSession } from '../api/session.ts';
import { membersQuery } from '../pages/members/members.ts';
import { PageHead } from '../parts/PageHead.tsx';
import { type Section, sectionAt } from './sections.ts';

/** A page for those whose role may read it; the others see that it is their role, and who can change it. */
export function Gate({ children }: { children: ReactNode }) {
  const { rights } = useSession();
  const section = useLocation({ select: ({ pathname }) => sectionAt(pathname) });
  return section && rights[section.action] === 'role' ? <Forbidden section={section} /> : children;
}

function Forbidden({ section }: { section: Section }) {
  const { member } = useSession();
  const { data } = useQuery(membersQuery);
  const owners = data?.data.filter(({ role }) => role === 'owner').map(({ email }) => email) ?? [];
  return (
    <>
      <PageHead title={`You don’t have access to ${section.noun}`} />
      <Stack gap="xs" role="status">
        <Text>Your role is {ROLE_WORDS[member.role].label}. Ask an owner to change it.</Text>
        {owners.length > 0 && (
          <Text>
            {owners.length === 1 ? 'Owner' : 'Owners'} of your company: <strong>{owners.join(', ')}</strong>
          </Text>
        )}
      </Stack>
    </>
  );
}
