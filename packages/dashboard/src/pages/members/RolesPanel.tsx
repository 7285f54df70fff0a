import { ROLE_WORDS } from '../../api/session.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';

/** What each role is for. */
export function RolesPanel() {
  return (
    <Panel title="Roles" lead="Secrets and members are changed only shortly after the second step.">
      <Facts facts={Object.values(ROLE_WORDS).map(({ label, words }) => [label, words])} />
    </Panel>
  );
}
