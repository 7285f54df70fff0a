import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MousePointerClick, Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import type { EndpointKind } from '../../api/types/endpoints.ts';
import { useFilters } from '../../filters.ts';
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
import { KINDS, pagedEndpointsQuery } from './endpoints.ts';
import { LogEnd } from './LogEnd.tsx';

/** `/dashboard/webhooks` and `/dashboard/postbacks`. */
function EndpointsPage({ kind }: { kind: EndpointKind }) {
  const mode = useMode();
  const words = KINDS[kind];
  const [adding, add] = useDisclosure(false);
  const [{ search = '' }, setFilters] = useFilters();
  const [typed, setTyped] = useState(search);
  const searchLater = useDebouncedCallback((text: string) => setFilters({ search: text }), 300);
  const list = useInfiniteQuery(pagedEndpointsQuery(mode, kind, search));
  const { error, refetch } = list;
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const none = rows?.length === 0 && search === '';
  const button = (
    <RightButton action="webhooks.change" leftSection={<Plus size={16} aria-hidden />} onClick={add.open}>
      Add a {words.one}
    </RightButton>
  );
  return (
    <>
      <PageHead title={words.many} lead={words.lead} actions={button} />
      {error && <LoadFailed error={error} onAgain={refetch} />}
      {none && <EmptyPanel icon={kind === 'webhook' ? Webhook : MousePointerClick} action={button} {...EMPTY[kind]} />}
      {!error && !none && (
        <Panel flush>
          {(list.hasNextPage || search !== '' || typed !== '') && (
            <search>
              <TextInput
                aria-label="Search by address or id"
                placeholder="Search by address or id"
                m="md"
                value={typed}
                onChange={({ currentTarget: { value } }) => {
                  setTyped(value);
                  searchLater(value.trim());
                }}
              />
            </search>
          )}
          {rows?.length === 0 && (
            <Text px="lg" pb="lg" role="status">
              No {words.one} matches “{search}”.
            </Text>
          )}
          <DataTable
            label={words.many}
            rows={rows}
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
              { title: 'Events', cell: ({ subscribes }) => subscribes.join(', ') },
              { title: 'Added', cell: ({ created_at: at }) => <When at={at} /> },
              { title: 'State', cell: (endpoint) => <EndpointMark of={endpoint} /> },
            ]}
          />
          <LogEnd more={list.hasNextPage} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
        </Panel>
      )}
      <AddEndpointDialog kind={kind} mode={mode} opened={adding} onClose={add.close} />
    </>
  );
}

export const WebhooksPage = () => <EndpointsPage kind="webhook" />;

export const PostbacksPage = () => <EndpointsPage kind="postback" />;
