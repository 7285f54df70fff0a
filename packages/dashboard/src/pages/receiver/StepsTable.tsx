import { Anchor, Text } from '@mantine/core';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { ReceiverCheck } from '../../api/types.ts';
import { Badge } from '../../parts/Badge.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { duration } from '../../parts/times.ts';

const BADGES = {
  good: { tone: 'good', word: 'passed' },
  bad: { tone: 'bad', word: 'failed' },
  unclear: { tone: 'warn', word: 'unclear' },
} as const;

type ReceiverStep = ReceiverCheck['steps'][number];

/** Each delivery: the expected answer, the real one, and the advice. */
export function StepsTable({ steps }: { steps: ReceiverStep[] }) {
  return (
    <DataTable
      label="Deliveries in this check"
      rows={steps}
      keyOf={({ code }) => code}
      columns={[
        {
          title: 'Delivery',
          kind: 'prose',
          cell: ({ title, sent }) => (
            <>
              <Text span size="sm" fw={500} display="block">
                {title}
              </Text>
              <Text span size="xs" c="dimmed">
                <InlineCode of={sent} />
              </Text>
            </>
          ),
        },
        { title: 'Expected response', kind: 'prose', cell: ({ expected }) => expected },
        { title: 'Your response', kind: 'prose', cell: ({ answered }) => toText(answered) },
        { title: 'Result', cell: ({ verdict }) => <Badge tone={BADGES[verdict].tone}>{BADGES[verdict].word}</Badge> },
        {
          title: 'What to change',
          kind: 'prose',
          cell: ({ advice, docs }) => (
            <>
              <InlineCode of={advice ?? 'Nothing.'} />{' '}
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

function toText(answered: ReceiverStep['answered']): string {
  if (!answered) return 'nothing';
  const { status_code: status, duration_ms: ms, outcome } = answered;
  return status === null ? outcomeText(outcome) : `${status} in ${duration(ms)}`;
}

/** A sentence of ours, with what stands between back quotes as code. */
function InlineCode({ of: text }: { of: string }) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code key={part}>{part}</code> : part));
}
