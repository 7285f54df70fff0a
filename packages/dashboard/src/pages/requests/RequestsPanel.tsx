import { Button, Group } from '@mantine/core';
import type { Item } from '../../api/operations.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { LogEnd, type PagedList } from '../../parts/LogEnd.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';
import { ProblemLink } from './ErrorsPanel.tsx';
import { milliseconds, StatusBadge } from './StatusBadge.tsx';

interface Props {
  rows: Item<'GET /requests'>[] | undefined;
  /** Of keys, by their ids. */
  names: Map<string, string>;
  log: PagedList;
  /** Where filters are set. */
  onClear: (() => void) | undefined;
}

/** The calls, newest first, endless. */
export function RequestsPanel({ rows, names, log, onClear }: Props) {
  return (
    <Panel title="Requests" flush intro="Newest first.">
      {rows?.length === 0 ? (
        <Group px="lg" pb="lg" gap="sm">
          {log.hasNextPage
            ? 'No match among the newest requests. Looking further back.'
            : 'No requests match these filters.'}
          {onClear && (
            <Button size="xs" variant="default" onClick={onClear}>
              Clear the filters
            </Button>
          )}
        </Group>
      ) : (
        <DataTable
          label="Requests"
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
            {
              title: 'Request',
              cell: ({ id, method, route }) => (
                <AnchorLink to="/requests/$id" params={{ id }} size="sm">
                  {`${method} ${route}`}
                </AnchorLink>
              ),
            },
            { title: 'Problem', cell: ({ code }) => <ProblemLink code={code} /> },
            { title: 'Duration', numeric: true, cell: ({ ms }) => milliseconds(ms) },
            { title: 'Key', cell: ({ key_id: key }) => names.get(key) ?? <code>{key}</code> },
            { title: 'Time', cell: ({ at }) => <RelativeTime at={at} /> },
          ]}
        />
      )}
      <LogEnd list={log} />
    </Panel>
  );
}
