import { Anchor, Button } from '@mantine/core';
import type { Answer } from '../../api/operations.ts';
import { Badge } from '../../parts/Badge.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { count } from '../../parts/numbers.ts';

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

/** The status of an answer, by its colour how it went. */
export function StatusBadge({ status }: { status: number }) {
  const tone = status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 300 ? 'quiet' : 'good';
  return <Badge tone={tone}>{String(status)}</Badge>;
}

/** `0.4 ms`, `12 ms`, `1.4 s` */
export function milliseconds(ms: number): string {
  if (ms >= 1_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
