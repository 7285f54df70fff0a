import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query } from '../../api/queries.ts';
import { useOwnMode } from '../../page.ts';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { AttemptsPanel } from './AttemptsPanel.tsx';
import { DeliveryBadge } from './badges.tsx';
import { DeliveryActions } from './DeliveryActions.tsx';
import { titleOf } from './endpoints.ts';

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
