import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { KeyRound, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { CreateKey } from './CreateKey.tsx';
import { KeysTable } from './KeysTable.tsx';

/** `/dashboard/keys`: what opens the API. */
export function KeysPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const [creating, create] = useDisclosure(false);
  const { data, error, refetch } = useQuery(keysQuery(mode));
  const keys = data?.data.toReversed();
  const button = (
    <RightButton action="keys.change" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
      Create a key
    </RightButton>
  );
  return (
    <>
      <PageHead intro={INTRO[mode]} actions={button} />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {keys?.length === 0 && (
        <EmptyPanel
          icon={KeyRound}
          title={mode === 'test' ? 'No test key yet' : 'No live key yet'}
          text="Send your key in the Authorization header. We show it once, with a command to try it."
          action={button}
          snippet={{
            label: 'Try the API without a key',
            code: `curl '${base}/demo/events?limit=3'`,
          }}
        />
      )}
      {!error && keys?.length !== 0 && (
        <Panel flush>
          <KeysTable keys={keys} />
        </Panel>
      )}
      <CreateKey mode={mode} opened={creating} onClose={create.close} />
    </>
  );
}

const INTRO = {
  test: 'Test keys see sample events and make test purchases. Nothing real is sold.',
  live: 'Website keys work on your domains, server keys on your servers.',
};
