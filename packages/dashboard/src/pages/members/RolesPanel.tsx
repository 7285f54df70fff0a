import { ROLE_TEXT } from '../../api/session.ts';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { Panel } from '../../parts/Panel.tsx';

/** The purpose of each role. */
export function RolesPanel() {
  return (
    <Panel
      title="Roles"
      intro="We ask for your second step before you create secrets or change the team, at most every 15 minutes."
    >
      <DescriptionList items={Object.values(ROLE_TEXT).map(({ label, text }) => [label, text])} />
    </Panel>
  );
}
