import { Text } from '@mantine/core';
import type { Attempt } from '../../api/types/endpoints.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { outcomeWords } from '../../parts/outcomes.ts';
import { Panel } from '../../parts/Panel.tsx';
import { duration } from '../../parts/times.ts';
import { When } from '../../parts/When.tsx';

/** Every attempt, newest first, with its class, status, time and answer. */
export function AttemptsPanel({ attempts }: { attempts: Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <Panel title="Attempts">
        <Text size="sm" c="dimmed">
          None yet. The first one follows within seconds.
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
              <Mark tone={outcome === 'ok' ? 'good' : outcome === null ? 'act' : 'bad'}>
                {outcome === null ? 'In progress' : outcomeWords(outcome)}
              </Mark>
            ),
          },
          { title: 'Status', numeric: true, cell: ({ status_code: status }) => status ?? '–' },
          { title: 'Time', numeric: true, cell: ({ duration_ms: ms }) => duration(ms) },
          { title: 'Started', cell: ({ started_at: at }) => <When at={at} exact /> },
          { title: 'Answer', cell: ({ answer, detail }) => <code>{answer || detail || '–'}</code> },
        ]}
      />
    </Panel>
  );
}
