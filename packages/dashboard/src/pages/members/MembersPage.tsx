import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { UserPlus } from '../../icons/icons.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MembersTable } from './MembersTable.tsx';
import { RolesPanel } from './RolesPanel.tsx';

/** `/dashboard/members`: the members, and the rights of each role. */
export function MembersPage() {
  const { company } = useSession();
  const [inviting, invite] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /members'));
  return (
    <>
      <PageHead
        intro={`People who can sign in for ${company.name}. They sign in with a link we email them.`}
        actions={
          <RightButton action="members.change" leftSection={<UserPlus size={16} aria-hidden />} onClick={invite.open}>
            Invite a member
          </RightButton>
        }
      />
      {error ? (
        <LoadFailed error={error} onRetry={refetch} />
      ) : (
        <Panel flush>
          <MembersTable members={data?.data} />
        </Panel>
      )}
      {/* Together with the members: the table would push it down. */}
      {(data || error) && <RolesPanel />}
      <InviteDialog opened={inviting} onClose={invite.close} />
    </>
  );
}
