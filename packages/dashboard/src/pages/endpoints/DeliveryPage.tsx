import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { When } from '../../parts/When.tsx';
import { AttemptsPanel } from './AttemptsPanel.tsx';
import { DeliveryActions } from './DeliveryActions.tsx';
import { DeliveryMark } from './DeliveryMark.tsx';
import { deliveryQuery, titleOf } from './endpoints.ts';

/** `/dashboard/deliveries/{id}`: what was sent, each attempt, and what can be done about it. */
export function DeliveryPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id));
  if (!delivery) return unreadPage({ title: 'Delivery', error, onAgain: refetch });
  const { endpoint_id: endpoint, request } = delivery;
  const list = endpoint.startsWith('pbk_') ? 'postbacks' : 'webhooks';
  return (
    <>
      <PageHead
        back={{ to: `/${list}/${endpoint}`, label: 'All deliveries of the endpoint' }}
        title={titleOf(delivery)}
        mark={<DeliveryMark state={delivery.state} />}
        actions={<DeliveryActions of={delivery} />}
      />
      <Panel>
        <Facts
          facts={[
            ['Type', delivery.type],
            ['Event', delivery.event_id ? <code key="event">{delivery.event_id}</code> : '–'],
            ['Created', <When key="created" at={delivery.created_at} exact />],
            ['Finished', <When key="finished" at={delivery.finished_at} never="not yet" exact />],
            ['Next attempt', <When key="next" at={delivery.next_attempt_at} never="none" />],
            ['Id', <code key="id">{delivery.id}</code>],
          ]}
        />
      </Panel>
      <AttemptsPanel attempts={delivery.attempts} />
      {request && (
        <Panel title="Request" lead="As it was sent. Secrets are masked.">
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
      )}
    </>
  );
}

/** JSON as people read it; anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
