import { MAIL_TEXT, ROLE_TEXT } from '../../api/session.ts';
import type { Member } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
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
  );
}
