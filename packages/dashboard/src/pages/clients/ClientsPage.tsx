import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus } from 'lucide-react';
import { useMode } from '../../mode.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { ClientsTable } from './ClientsTable.tsx';
import { CreateClientDialog } from './CreateClientDialog.tsx';
import { clientsQuery } from './clients.ts';

/** `/dashboard/clients`: what exchanges a secret for tokens of an hour. */
export function ClientsPage() {
  const mode = useMode();
  const [creating, create] = useDisclosure(false);
  const { data, error, refetch } = useQuery(clientsQuery(mode));
  const button = (
    <RightButton action="keys.change" leftSection={<Plus size={16} aria-hidden />} onClick={create.open}>
      Create a client
    </RightButton>
  );
  return (
    <>
      <PageHead
        title="OAuth clients"
        lead="A client gets access tokens that end by themselves and may do less than its key. It belongs to a key, and ends with it."
        actions={button}
      />
      {error && <LoadFailed error={error} onAgain={refetch} />}
      {data?.data.length === 0 && (
        <EmptyPanel
          icon={Fingerprint}
          title="No OAuth client yet"
          words="Create one for a program that should hold no key: it exchanges its id and secret for a token, then calls the API with that."
          action={button}
          snippet={{ label: 'How a client gets a token', code: tokenCommand() }}
        />
      )}
      {!error && data?.data.length !== 0 && (
        <Panel flush>
          <ClientsTable clients={data?.data} />
        </Panel>
      )}
      <CreateClientDialog mode={mode} opened={creating} onClose={create.close} />
    </>
  );
}

const tokenCommand = () =>
  `curl '${window.location.origin}/v1/oauth/token' \\\n  -u '<CLIENT_ID>:<CLIENT_SECRET>' \\\n  -d grant_type=client_credentials`;
