import { Anchor, Button } from '@mantine/core';
import type { Answer } from '../../api/operations.ts';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { count } from '../../parts/numbers.ts';
import { StatusBadge } from './StatusBadge.tsx';

type Group = Answer<'GET /requests/errors'>['groups'][number];

interface Props {
  groups: Group[] | undefined;
  onChoose: (filter: { code?: string; route: string }) => void;
}

/** What failed, by problem code and operation. */
export function ErrorsPanel({ groups, onChoose }: Props) {
  return (
    <TablePanel
      title="Errors"
      intro="Failed calls by problem code and operation, the most frequent first."
      empty="No call failed."
      rows={groups}
      keyOf={({ code, route, status }) => `${code} ${route} ${status}`}
      columns={[
        { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { title: 'Problem', cell: ({ code }) => <ProblemLink code={code} /> },
        { title: 'Operation', kind: 'text', cell: ({ route }) => <code>{route}</code> },
        { title: 'Calls', kind: 'number', cell: (group) => count(group.count) },
        { title: 'Last', cell: ({ last_at: at }) => <DateText at={at} show="time" /> },
        {
          title: 'Filter',
          hideTitle: true,
          cell: ({ code, route }) => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Show calls to ${route} with ${code ?? 'this error'}`}
              onClick={() => onChoose({ route, ...(code !== null && { code }) })}
            >
              Show
            </Button>
          ),
        },
      ]}
    />
  );
}

/** The code of a problem, which leads to its guide. */
export function ProblemLink({ code }: { code: string | null }) {
  if (code === null) return '–';
  return (
    <Anchor href={`/problems/${code}`} target="_blank" rel="noreferrer" size="sm">
      <code>{code}</code>
    </Anchor>
  );
}
