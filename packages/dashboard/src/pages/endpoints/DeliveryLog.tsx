import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { EndpointKind } from '../../api/types/endpoints.ts';
import { useFilters } from '../../filters.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { outcomeWords } from '../../parts/outcomes.ts';
import { Panel } from '../../parts/Panel.tsx';
import { When } from '../../parts/When.tsx';
import { DeliveryMark } from './DeliveryMark.tsx';
import { type LogFilter, NO_FILTER, useDeliveryLog } from './delivery-log.ts';
import { titleOf } from './endpoints.ts';
import { LogEnd } from './LogEnd.tsx';
import { LogFilters } from './LogFilters.tsx';

/** Everything sent to an endpoint, newest first, endless. */
export function DeliveryLog({ id, kind }: { id: string; kind: EndpointKind }) {
  const [{ state, type, event, since }, setFilters] = useFilters();
  const filter: LogFilter = { state, type, event, since };
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    setFilters(NO_FILTER);
    setClearings(clearings + 1);
  };
  const log = useDeliveryLog(id, filter);
  const rows = log.data?.pages.flatMap(({ data }) => data);
  const filtered = Object.values(filter).some((value) => value);
  return (
    <Panel title="Deliveries" flush lead="Newest first. We keep them for 30 days.">
      <LogFilters key={clearings} filter={filter} kind={kind} onChange={setFilters} />
      {log.error && <LoadFailed error={log.error} onAgain={log.refetch} />}
      {rows?.length === 0 ? (
        <Group px="lg" pb="lg" gap="sm">
          {filtered ? 'Nothing fits this filter.' : 'Nothing was sent yet. Send a test above, or make a test purchase.'}
          {filtered && (
            <Button size="xs" variant="default" onClick={clear}>
              Clear the filter
            </Button>
          )}
        </Group>
      ) : (
        <DataTable
          label="Deliveries"
          rows={rows}
          keyOf={(one) => one.id}
          columns={[
            { title: 'State', cell: ({ state }) => <DeliveryMark state={state} /> },
            {
              title: 'What',
              cell: (one) => (
                <AnchorLink to="/deliveries/$id" params={{ id: one.id }} size="sm">
                  {titleOf(one)}
                </AnchorLink>
              ),
            },
            { title: 'Event', cell: ({ event_id: event }) => (event ? <code>{event}</code> : '–') },
            { title: 'Attempts', numeric: true, cell: ({ attempt }) => attempt },
            { title: 'Last answer', cell: ({ last_outcome: outcome }) => (outcome ? outcomeWords(outcome) : '–') },
            { title: 'Created', cell: ({ created_at: at }) => <When at={at} /> },
          ]}
        />
      )}
      <LogEnd more={log.hasNextPage} loading={log.isFetchingNextPage} onMore={() => void log.fetchNextPage()} />
    </Panel>
  );
}
