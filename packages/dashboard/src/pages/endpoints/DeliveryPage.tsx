import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import { call } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { Attempt, Delivery } from '../../api/types.ts';
import { useOwnMode } from '../../page.ts';
import { Badge } from '../../parts/Badge.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { duration } from '../../parts/times.ts';
import { useChange } from '../../parts/use-change.ts';
import { DeliveryBadge, titleOf } from './endpoints.tsx';

/** `/dashboard/deliveries/{id}`: the request, each attempt, and the actions. */
export function DeliveryPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const {
    data: delivery,
    error,
    refetch,
  } = useQuery({
    ...query('GET /deliveries/:id', { id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'pending' || data?.state === 'retrying' ? 2_000 : false),
  });
  useOwnMode(delivery?.mode);
  if (!delivery) return unreadPage({ title: 'Delivery', error, onRetry: refetch });
  const { endpoint_id: endpoint, request } = delivery;
  const list = endpoint.startsWith('pbk_') ? 'postbacks' : 'webhooks';
  return (
    <>
      <PageHead
        back={{ to: `/${list}/${endpoint}`, label: 'All deliveries to this endpoint' }}
        title={titleOf(delivery)}
        badge={<DeliveryBadge state={delivery.state} />}
        actions={<DeliveryActions of={delivery} />}
      />
      <Panel>
        <DescriptionList
          items={[
            ['Type', delivery.type],
            ['Event', delivery.event_id ? <code key="event">{delivery.event_id}</code> : '–'],
            ['Created', <DateText key="created" at={delivery.created_at} show="time" />],
            ['Finished', <DateText key="finished" at={delivery.finished_at} never="not yet" show="time" />],
            ['Next attempt', <DateText key="next" at={delivery.next_attempt_at} never="none" />],
            ['ID', <code key="id">{delivery.id}</code>],
          ]}
        />
      </Panel>
      <AttemptsPanel attempts={delivery.attempts} />
      <Panel title="Request" intro="As we sent it. Secrets are masked.">
        <CodeBlock
          label="Headers"
          code={[
            `${request.method} ${request.url}`,
            ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
          ].join('\n')}
        />
        {request.body && (
          <>
            <br />
            <CodeBlock label="Body" code={pretty(request.body)} tall />
          </>
        )}
      </Panel>
    </>
  );
}

/** Indented JSON; any other text unchanged. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

/** Every attempt, newest first, with its class, status, time and answer. */
function AttemptsPanel({ attempts }: { attempts: Attempt[] }) {
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
    <TablePanel
      title="Attempts"
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
  );
}

/** Replay it, retry it now, or stop it. The effect follows within a second; the page continues to look for it. */
function DeliveryActions({ of: { id, state } }: { of: Delivery }) {
  const replaying = useAction(id, 'replay', 'Delivery queued. The result appears below in a few seconds.');
  const retrying = useAction(id, 'retry-now', 'Retry queued. The result appears below in a few seconds.');
  const stopping = useAction(id, 'stop', 'The delivery was stopped.');
  if (state === 'pending' || state === 'retrying') {
    return (
      <>
        {state === 'retrying' && (
          <RightButton action="deliveries.send" change={retrying}>
            Retry now
          </RightButton>
        )}
        <RightButton action="deliveries.send" variant="default" change={stopping}>
          Stop
        </RightButton>
      </>
    );
  }
  return (
    <RightButton action="deliveries.send" change={replaying}>
      Replay
    </RightButton>
  );
}

const useAction = (id: string, action: 'replay' | 'retry-now' | 'stop', done: string) =>
  useChange(() => call(`POST /deliveries/:id/${action}`, { id }), { done, toastError: true });
