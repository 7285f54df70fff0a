import { Anchor, Text } from '@mantine/core';
import { DataTable } from '../../parts/DataTable.tsx';
import { Mark } from '../../parts/Mark.tsx';
import { outcomeWords } from '../../parts/outcomes.ts';
import { Sentence } from '../../parts/Sentence.tsx';
import { duration } from '../../parts/times.ts';
import type { ReceiverStep } from './receiver.ts';

const MARKS = {
  good: { tone: 'good', word: 'right' },
  bad: { tone: 'bad', word: 'wrong' },
  unclear: { tone: 'warn', word: 'unclear' },
} as const;

/** Each delivery: what was expected, what came, and what to change. */
export function StepsTable({ steps }: { steps: ReceiverStep[] }) {
  return (
    <DataTable
      label="Deliveries of the check"
      rows={steps}
      keyOf={({ code }) => code}
      columns={[
        {
          title: 'Delivery',
          cell: ({ title, sent }) => (
            <>
              <Text span size="sm" fw={500} display="block">
                {title}
              </Text>
              <Text span size="xs" c="dimmed">
                <Sentence of={sent} />
              </Text>
            </>
          ),
        },
        { title: 'A good receiver', cell: ({ expected }) => expected },
        { title: 'Yours', cell: ({ answered }) => wordsOfAnswer(answered) },
        { title: 'Verdict', cell: ({ verdict }) => <Mark tone={MARKS[verdict].tone}>{MARKS[verdict].word}</Mark> },
        {
          title: 'What to change',
          cell: ({ advice, docs }) => (
            <>
              <Sentence of={advice ?? 'Nothing.'} />{' '}
              {advice && docs && (
                // In a tab of its own: the answers of the check are on this page alone.
                <Anchor href={docs} target="_blank" size="sm" underline="always">
                  Read more
                </Anchor>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function wordsOfAnswer(answered: ReceiverStep['answered']): string {
  if (!answered) return 'nothing';
  const { status_code: status, duration_ms: ms, outcome } = answered;
  return status === null ? outcomeWords(outcome) : `${status} in ${duration(ms)}`;
}
