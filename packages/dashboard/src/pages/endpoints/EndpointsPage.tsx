import { TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagedEndpointsQuery } from '../../api/queries.ts';
import { MousePointerClick, Plus, Webhook } from '../../icons/icons.tsx';
import { useFilters, useMode, usePage } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { AddEndpointDialog } from './AddEndpointDialog.tsx';
import { EndpointBadge } from './badges.tsx';
import { EMPTY } from './empty.ts';
import { KINDS } from './endpoints.ts';

/** `/dashboard/webhooks` and `/dashboard/postbacks`. */
export function EndpointsPage() {
  const kind = usePage()?.path === '/postbacks' ? 'postback' : 'webhook';
  const mode = useMode();
  const text = KINDS[kind];
  const [adding, add] = useDisclosure(false);
  const [{ search = '' }, setFilters] = useFilters<'/webhooks'>();
  const [typed, setTyped] = useState(search);
  const searchLater = useDebouncedCallback((given: string) => setFilters({ search: given }), 300);
  const list = useInfiniteQuery(pagedEndpointsQuery(mode, kind, search));
  const { error, refetch } = list;
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const none = rows?.length === 0 && search === '';
  const button = (
    <RightButton action="webhooks.change" leftSection={<Plus size={16} aria-hidden />} onClick={add.open}>
      Add a {text.one}
    </RightButton>
  );
  return (
    <>
      <PageHead intro={text.intro} actions={button} />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {none && <EmptyPanel icon={kind === 'webhook' ? Webhook : MousePointerClick} action={button} {...EMPTY[kind]} />}
      {!error && !none && (
        <Panel flush>
          {(list.hasNextPage || search !== '' || typed !== '') && (
            <search>
              <TextInput
                aria-label="Search by URL or ID"
                placeholder="Search by URL or ID"
                m="md"
                value={typed}
                onChange={({ currentTarget: { value } }) => {
                  setTyped(value);
                  searchLater(value.trim());
                }}
              />
            </search>
          )}
          <DataTable
            label={text.many}
            empty={`No ${text.one} matches “${search}”.`}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'URL',
                cell: ({ id, url, mode: of }) => (
                  <AnchorLink to={`${text.path}/$id`} params={{ id }} search={{ mode: of }} fw={500}>
                    {url}
                  </AnchorLink>
                ),
              },
              { title: 'Events', cell: ({ events }) => events.join(', ') },
              { title: 'Added', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
              { title: 'State', cell: (endpoint) => <EndpointBadge of={endpoint} /> },
            ]}
          />
          <LogEnd list={list} />
        </Panel>
      )}
      <AddEndpointDialog kind={kind} mode={mode} opened={adding} onClose={add.close} />
    </>
  );
}
