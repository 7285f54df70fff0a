import { MAIL_TEXT, ROLE_TEXT } from '../../api/session.ts';
import type { Member } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { MemberMenu } from './MemberMenu.tsx';

export function MembersTable({ members }: { members: Member[] | undefined }) {
  return (
    <DataTable
      label="Members"
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Email',
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
        { title: 'Emails', cell: ({ mails }) => mails.map((kind) => MAIL_TEXT[kind].label).join(', ') || '–' },
        { title: 'Last sign-in', cell: ({ signed_in_at: at }) => <RelativeTime at={at} never="not yet" /> },
        { title: 'Actions', hideTitle: true, numeric: true, cell: (member) => <MemberMenu member={member} /> },
      ]}
    />
  );
}
