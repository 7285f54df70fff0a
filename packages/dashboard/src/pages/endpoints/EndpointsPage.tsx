import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { MousePointerClick, Plus, Webhook } from 'lucide-react';
import type { EndpointKind } from '../../api/types/endpoints.ts';
import { useMode } from '../../mode.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { When } from '../../parts/When.tsx';
import { AddEndpointDialog } from './AddEndpointDialog.tsx';
import { EndpointMark } from './EndpointMark.tsx';
import { EMPTY } from './empty.ts';
import { endpointsQuery, KINDS } from './endpoints.ts';

/** `/dashboard/webhooks` and `/dashboard/postbacks`. */
function EndpointsPage({ kind }: { kind: EndpointKind }) {
  const mode = useMode();
  const words = KINDS[kind];
  const [adding, add] = useDisclosure(false);
  const { data, error, refetch } = useQuery(endpointsQuery(mode, kind));
  const button = (
    <RightButton action="webhooks.change" leftSection={<Plus size={16} aria-hidden />} onClick={add.open}>
      Add a {words.one}
    </RightButton>
  );
  return (
    <>
      <PageHead title={words.many} lead={words.lead} actions={button} />
      {error && <LoadFailed error={error} onAgain={refetch} />}
      {data?.data.length === 0 && (
        <EmptyPanel icon={kind === 'webhook' ? Webhook : MousePointerClick} action={button} {...EMPTY[kind]} />
      )}
      {!error && data?.data.length !== 0 && (
        <Panel flush>
          <DataTable
            label={words.many}
            rows={data?.data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Address',
                cell: ({ id, url, mode: of }) => (
                  <AnchorLink to={`${words.path}/$id`} params={{ id }} search={{ mode: of }} fw={500}>
                    {url}
                  </AnchorLink>
                ),
              },
              { title: 'Hears', cell: ({ subscribes }) => subscribes.join(', ') },
              { title: 'Added', cell: ({ created_at: at }) => <When at={at} /> },
              { title: 'State', cell: (endpoint) => <EndpointMark of={endpoint} /> },
            ]}
          />
        </Panel>
      )}
      <AddEndpointDialog kind={kind} mode={mode} opened={adding} onClose={add.close} />
    </>
  );
}

export const WebhooksPage = () => <EndpointsPage kind="webhook" />;

export const PostbacksPage = () => <EndpointsPage kind="postback" />;
