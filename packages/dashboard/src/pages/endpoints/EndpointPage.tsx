import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { endpointQuery } from '../../api/queries.ts';
import { useOwnMode } from '../../page.ts';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { EndpointBadge } from './badges.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { EndpointSummary } from './EndpointSummary.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import { RetriesPanel } from './RetriesPanel.tsx';
import { SecretPanel } from './SecretPanel.tsx';
import { TestPanel } from './TestPanel.tsx';

/** `/dashboard/webhooks/{id}` and `/dashboard/postbacks/{id}`: an endpoint, how it does, and everything sent to it. */
export function EndpointPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: endpoint, error, refetch } = useQuery(endpointQuery(id));
  useOwnMode(endpoint?.mode);
  if (!endpoint) return unreadPage({ title: 'Endpoint', error, onRetry: refetch });
  return (
    <>
      <PageHead
        title={endpoint.url}
        badge={<EndpointBadge of={endpoint} />}
        actions={<EndpointActions of={endpoint} />}
      />
      <TestPanel of={endpoint} />
      <EndpointSummary of={endpoint} />
      <HealthPanel id={id} />
      <RetriesPanel of={endpoint} />
      <ReplayPanel of={endpoint} />
      {endpoint.kind === 'webhook' && <SecretPanel of={endpoint} />}
      <DeliveryLog id={id} kind={endpoint.kind} />
    </>
  );
}
