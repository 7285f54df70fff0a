import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { KeyRound, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { SecretForm } from '../../parts/SecretForm.tsx';
import { KeyForm, type NewKey } from './KeyForm.tsx';
import { KeyBadge, KIND_TEXT, nameOf } from './keys.tsx';

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
        <TablePanel
          label="API keys"
          rows={keys}
          keyOf={({ id }) => id}
          columns={[
            {
              title: 'Name',
              kind: 'text',
              cell: (key) => (
                <AnchorLink to="/keys/$id" params={{ id: key.id }} search={{ mode: key.mode }} inherit fw={500}>
                  {nameOf(key)}
                </AnchorLink>
              ),
            },
            { title: 'Key', cell: ({ hint }) => <code>{hint}</code> },
            { title: 'Kind', cell: ({ kind }) => KIND_TEXT[kind].label },
            { title: 'Last used', cell: ({ last_used_at: at }) => <DateText at={at} /> },
            { title: 'Created', cell: ({ created_at: at }) => <DateText at={at} /> },
            { title: 'State', cell: (key) => <KeyBadge of={key} /> },
          ]}
        />
      )}
      <SecretForm
        title="Create an API key"
        madeTitle="Your new API key"
        opened={creating}
        onClose={create.close}
        toSecret={({ key, curl }: NewKey) => ({ what: 'key', value: key, curl, documented: mode === 'test' })}
        form={(onMade) => <KeyForm mode={mode} onMade={onMade} />}
      />
    </>
  );
}

const INTRO = {
  test: 'Test keys see sample events and make test purchases. Nothing real is sold.',
  live: 'Website keys work on your domains, server keys on your servers.',
};
