import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { EndpointKind } from '../../api/types.ts';
import { useFilters } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { DeliveryBadge } from './badges.tsx';
import { titleOf } from './endpoints.ts';
import { LogFilters } from './LogFilters.tsx';
import { useDeliveryLog } from './use-delivery-log.ts';

/** Everything sent to an endpoint, newest first, endless. */
export function DeliveryLog({ id, kind }: { id: string; kind: EndpointKind }) {
  const [{ state, type, event, since }, setFilters] = useFilters<'/webhooks/$id'>();
  const filter = { state, type, event, since };
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    setFilters({ state: '', type: '', event: '', since: '' });
    setClearings(clearings + 1);
  };
  const log = useDeliveryLog(id, filter);
  const rows = log.data?.pages.flatMap(({ data }) => data);
  const filtered = Object.values(filter).some((value) => value);
  return (
    <Panel title="Deliveries" flush intro="Newest first. We keep them for 30 days.">
      <LogFilters key={clearings} filter={filter} kind={kind} onChange={setFilters} />
      {log.error && <LoadFailed error={log.error} onRetry={log.refetch} />}
      {rows?.length === 0 ? (
        <Group px="lg" pb="lg" gap="sm">
          {filtered
            ? 'No deliveries match these filters.'
            : 'Nothing sent yet. Send a test above, or make a test purchase.'}
          {filtered && (
            <Button size="xs" variant="default" onClick={clear}>
              Clear the filters
            </Button>
          )}
        </Group>
      ) : (
        <DataTable
          label="Deliveries"
          rows={rows}
          keyOf={(one) => one.id}
          columns={[
            { title: 'State', cell: ({ state }) => <DeliveryBadge state={state} /> },
            {
              title: 'Change',
              cell: (one) => (
                <AnchorLink to="/deliveries/$id" params={{ id: one.id }} size="sm">
                  {titleOf(one)}
                </AnchorLink>
              ),
            },
            { title: 'Event', cell: ({ event_id: event }) => (event ? <code>{event}</code> : '–') },
            { title: 'Attempts', numeric: true, cell: ({ attempt }) => attempt },
            { title: 'Last response', cell: ({ last_outcome: outcome }) => (outcome ? outcomeText(outcome) : '–') },
            { title: 'Created', cell: ({ created_at: at }) => <RelativeTime at={at} /> },
          ]}
        />
      )}
      <LogEnd list={log} />
    </Panel>
  );
}
