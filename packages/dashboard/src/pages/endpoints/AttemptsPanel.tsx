import { Text } from '@mantine/core';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { Attempt } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { duration } from '../../parts/times.ts';

/** Every attempt, newest first, with its class, status, time and answer. */
export function AttemptsPanel({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <Panel title="Attempts">
        <Text size="sm" c="dimmed">
          None yet. The first attempt follows within seconds.
        </Text>
      </Panel>
    );
  }
  return (
    <Panel title="Attempts" flush>
      <DataTable
        label="Attempts"
        rows={attempts.toReversed()}
        keyOf={({ run, number }) => `${run} ${number}`}
        columns={[
          { title: 'Attempt', cell: ({ run, number }) => (run > 1 ? `${number}, run ${run}` : `${number}`) },
          {
            title: 'Result',
            cell: ({ outcome }) => (
              <Badge tone={outcome === 'ok' ? 'good' : outcome === null ? 'act' : 'bad'}>
                {outcome === null ? 'In progress' : outcomeText(outcome)}
              </Badge>
            ),
          },
          { title: 'Status', kind: 'number', cell: ({ status_code: status }) => status ?? '–' },
          { title: 'Duration', kind: 'number', cell: ({ duration_ms: ms }) => duration(ms) },
          { title: 'Started', cell: ({ started_at: at }) => <DateText at={at} show="time" /> },
          { title: 'Response', kind: 'text', cell: ({ answer, detail }) => <code>{answer || detail || '–'}</code> },
        ]}
      />
    </Panel>
  );
}
