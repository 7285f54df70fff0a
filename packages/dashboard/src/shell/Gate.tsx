import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../api/queries.ts';
import { labelOf, useSession } from '../api/session.ts';
import { usePage } from '../page.ts';
import { PageHead } from '../parts/PageHead.tsx';

/** A page for roles that may read it. Other members see that their role is the reason, and who can change it. */
export function Gate({ children }: { children: ReactNode }) {
  const { rights } = useSession();
  const page = usePage();
  return page && rights[page.action] === 'role' ? <Forbidden noun={page.noun} /> : children;
}

function Forbidden({ noun }: { noun: string }) {
  const { member } = useSession();
  const { data } = useQuery(query('GET /members'));
  const owners = data?.data.filter(({ role }) => role === 'owner').map(({ email }) => email) ?? [];
  return (
    <>
      <PageHead back={null} title={`You don’t have access to ${noun}`} />
      <Stack gap="xs" role="status">
        <Text>Your role is {labelOf(member.role)}. Ask an owner to change it.</Text>
        {owners.length > 0 && (
          <Text>
            {owners.length === 1 ? 'Owner' : 'Owners'} of your company: <strong>{owners.join(', ')}</strong>
          </Text>
        )}
      </Stack>
    </>
  );
}
