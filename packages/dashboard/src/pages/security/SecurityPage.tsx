import { PageHead } from '../../parts/PageHead.tsx';
import { AppPanel } from './AppPanel.tsx';
import { MailsPanel } from './MailsPanel.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';

/** `/dashboard/security`: the reader's own second step, sessions and mails. */
export function SecurityPage() {
  return (
    <>
      <PageHead intro="You sign in with a link by email, and anyone with access to your inbox can use it. A second step protects secrets and your team." />
      <PasskeysPanel />
      <AppPanel />
      <SessionsPanel />
      <MailsPanel />
    </>
  );
}
