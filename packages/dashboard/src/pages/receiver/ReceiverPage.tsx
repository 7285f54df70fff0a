import { Anchor, NativeSelect, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import { call } from '../../api/client.ts';
import { endpointsQuery } from '../../api/queries.ts';
import type { ReceiverCheck } from '../../api/types.ts';
import { Stethoscope } from '../../icons/icons.tsx';
import { ButtonLink } from '../../parts/AnchorLink.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { duration } from '../../parts/times.ts';

/** `/dashboard/receiver`: hard deliveries to a test key's webhook, with the answers of a good receiver. */
export function ReceiverPage() {
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search.trim(), 300);
  const { data, error, refetch } = useQuery(endpointsQuery('test', 'webhook', settled));
  const [chosen, setChosen] = useState('');
  const webhooks = data?.data.filter(({ status }) => status === 'active') ?? [];
  const id = webhooks.some((webhook) => webhook.id === chosen) ? chosen : webhooks[0]?.id;
  const many = Boolean(data?.next) || search !== '';
  const checking = useMutation({ mutationFn: () => call('POST /endpoints/:id/check-receiver', { id: id ?? '' }) });
  return (
    <>
      <PageHead intro="We send your test webhook the kinds of deliveries that cause trouble in production: forged, late, duplicated and out of order. You see how a good receiver responds, how yours did, and what to change." />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton h={160} radius="lg" />}
      {data && webhooks.length === 0 && !many && (
        <EmptyPanel
          icon={Stethoscope}
          title="No test webhooks yet"
          text="The check needs an active webhook of a test key. Add one, then come back."
          action={
            <ButtonLink to="/webhooks" search={{ mode: 'test' }}>
              Add a webhook
            </ButtonLink>
          }
        />
      )}
      {data && (webhooks.length > 0 || many) && (
        <Panel
          title="Webhook"
          actions={
            <RightButton action="deliveries.send" not={!id && 'No webhook matches.'} change={checking}>
              Run the check
            </RightButton>
          }
        >
          {many && (
            <TextInput
              aria-label="Search by URL or ID"
              placeholder="Search by URL or ID"
              mb="sm"
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <NativeSelect
            aria-label="Webhook"
            data={webhooks.map((webhook) => ({ value: webhook.id, label: webhook.url }))}
            value={id}
            onChange={(event) => {
              setChosen(event.currentTarget.value);
              checking.reset();
            }}
          />
          <ProblemText error={checking.error} />
        </Panel>
      )}
      {checking.data && <StepsTable check={checking.data} />}
    </>
  );
}

function verdictOn({ steps }: ReceiverCheck): string {
  const good = steps.filter(({ verdict }) => verdict === 'good').length;
  return good === steps.length
    ? 'Your receiver passed every check'
    : `Your receiver passed ${good} of ${steps.length} checks`;
}

const BADGES = {
  good: { tone: 'good', word: 'passed' },
  bad: { tone: 'bad', word: 'failed' },
  unclear: { tone: 'warn', word: 'unclear' },
} as const;

type ReceiverStep = ReceiverCheck['steps'][number];

/** Each delivery: the expected answer, the real one, and the advice. */
function StepsTable({ check }: { check: ReceiverCheck }) {
  return (
    <TablePanel
      title={verdictOn(check)}
      label="Deliveries in this check"
      rows={check.steps}
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
