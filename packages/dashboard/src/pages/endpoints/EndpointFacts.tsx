import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { EndpointDetail } from '../../api/types/endpoints.ts';
import { Facts } from '../../parts/Facts.tsx';
import { count } from '../../parts/numbers.ts';
import { outcomeWords } from '../../parts/outcomes.ts';
import { Panel } from '../../parts/Panel.tsx';
import { When } from '../../parts/When.tsx';

/** What an endpoint is, how its deliveries stand, and why it fails. */
export function EndpointFacts({ of: endpoint }: { of: EndpointDetail }) {
  const { counts, failing_since: since } = endpoint;
  const facts: [string, ReactNode][] = [
    ['Delivered', count(counts.delivered)],
    ['Pending and retrying', count(counts.pending + counts.retrying)],
    ['Failed', count(counts.failed)],
    ['Held while disabled', count(counts.held)],
    ['Events', endpoint.subscribes.join(', ')],
    ['Added', <When key="added" at={endpoint.created_at} />],
    ['Id', <code key="id">{endpoint.id}</code>],
  ];
  return (
    <Panel>
      {since && (
        <Alert color="yellow" icon={<TriangleAlert size={18} aria-hidden />} title="It keeps failing" mb="md">
          Every delivery has failed since <When at={since} exact />. Last failure:{' '}
          {outcomeWords(endpoint.last_failure ?? 'unknown')}.{' '}
          {endpoint.disables_at && (
            <>
              If this goes on, we disable it on <When at={endpoint.disables_at} exact />.
            </>
          )}
        </Alert>
      )}
      <Facts facts={facts} />
    </Panel>
  );
}
