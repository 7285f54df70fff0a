import { PageHead } from '../../parts/PageHead.tsx';
import { AppPanel } from './AppPanel.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** `/dashboard/security`: the reader's own second step and sessions. */
export function SecurityPage() {
  return (
    <>
      <PageHead
        title="Your sign-in"
        lead="You sign in with a link by mail. A second step protects secrets and members from whoever else has your mailbox."
      />
      <PasskeysPanel />
      <AppPanel />
      <SessionsPanel />
    </>
  );
}
