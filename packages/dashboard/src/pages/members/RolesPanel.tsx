import { ROLE_WORDS } from '../../api/session.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';

/** What each role is for. */
export function RolesPanel() {
  return (
    <Panel
      title="Roles"
      lead="Creating secrets and changing members asks for your second step, at most every 15 minutes."
    >
      <Facts facts={Object.values(ROLE_WORDS).map(({ label, words }) => [label, words])} />
    </Panel>
  );
}
