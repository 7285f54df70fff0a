import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { Fingerprint, Plus } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { ClientsTable } from './ClientsTable.tsx';
import { CreateClient } from './CreateClient.tsx';

/** `/dashboard/clients`: what exchanges a secret for tokens of an hour. */
export function ClientsPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const [creating, create] = useDisclosure(false);
  const { data, error, refetch } = useQuery(query('GET /clients', { query: { mode } }));
  const button = (
    <RightButton action="keys.change" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
      Create a client
    </RightButton>
  );
  return (
    <>
      <PageHead
        intro="A client exchanges its secret for access tokens that expire after an hour. It belongs to an API key and stops working with it."
        actions={button}
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {data?.data.length === 0 && (
        <EmptyPanel
          icon={Fingerprint}
          title="No OAuth clients yet"
          text="Create one for a program that shouldn’t hold an API key. It exchanges its ID and secret for a token and calls the API with that."
          action={button}
          snippet={{ label: 'How a client gets a token', code: tokenCommand(base) }}
        />
      )}
      {!error && data?.data.length !== 0 && (
        <Panel flush>
          <ClientsTable clients={data?.data} />
        </Panel>
      )}
      <CreateClient mode={mode} opened={creating} onClose={create.close} />
    </>
  );
}

const tokenCommand = (base: string) =>
  `curl '${base}/oauth/token' \\\n  -u '<CLIENT_ID>:<CLIENT_SECRET>' \\\n  -d grant_type=client_credentials`;
