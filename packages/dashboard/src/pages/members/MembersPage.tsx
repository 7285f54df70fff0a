import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MembersTable } from './MembersTable.tsx';
import { membersQuery } from './members.ts';
import { RolesPanel } from './RolesPanel.tsx';

/** `/dashboard/members`: who may sign in, and what each role may do. */
export function MembersPage() {
  const { company } = useSession();
  const [inviting, invite] = useDisclosure(false);
  const { data, error, refetch } = useQuery(membersQuery);
  return (
    <>
      <PageHead
        title="Members"
        lead={`Who may sign in for ${company.name}. They sign in with a link by e-mail.`}
        actions={
          <RightButton action="members.change" leftSection={<UserPlus size={16} aria-hidden />} onClick={invite.open}>
            Invite a member
          </RightButton>
        }
      />
      {error ? (
        <LoadFailed error={error} onAgain={refetch} />
      ) : (
        <Panel flush>
          <MembersTable members={data?.data} />
        </Panel>
      )}
      <RolesPanel />
      <InviteDialog opened={inviting} onClose={invite.close} />
    </>
  );
}
