import { ROLE_WORDS } from '../../api/session.ts';
import type { Member } from '../../api/types/session.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { When } from '../../parts/When.tsx';
import { MemberMenu } from './MemberMenu.tsx';

export function MembersTable({ members }: { members: Member[] | undefined }) {
  return (
    <DataTable
      label="Members"
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'E-mail',
          cell: ({ email, you }) => (
            <>
              {email} {you && <Mark tone="act">you</Mark>}
            </>
          ),
        },
        { title: 'Role', cell: ({ role }) => ROLE_WORDS[role].label },
        {
          title: 'Second step',
          cell: ({ has_second_step: has }) => (has ? <Mark tone="good">set up</Mark> : <Mark tone="quiet">none</Mark>),
        },
        { title: 'Last sign-in', cell: ({ signed_in_at: at }) => <When at={at} never="not yet" /> },
        { title: 'Actions', hideTitle: true, numeric: true, cell: (member) => <MemberMenu member={member} /> },
      ]}
    />
  );
}
