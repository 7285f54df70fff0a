import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { EndpointDetail } from '../../api/types.ts';
import { TriangleAlert } from '../../icons/icons.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { RelativeTime } from '../../parts/RelativeTime.tsx';

/** What an endpoint is, how its deliveries stand, and why it fails. */
export function EndpointSummary({ of: endpoint }: { of: EndpointDetail }) {
  const { counts, failing_since: since } = endpoint;
  const items: [string, ReactNode][] = [
    ['Delivered', count(counts.delivered)],
    ['Pending and retrying', count(counts.pending + counts.retrying)],
    ['Failed', count(counts.failed)],
    ['Held while disabled', count(counts.held)],
    ['Events', endpoint.events.join(', ')],
    ['Added', <RelativeTime key="added" at={endpoint.created_at} />],
    ['ID', <code key="id">{endpoint.id}</code>],
  ];
  return (
    <Panel>
      {since && (
        <Alert
          color="yellow"
          icon={<TriangleAlert size={18} aria-hidden />}
          title="This endpoint keeps failing"
          mb="md"
        >
          Every delivery has failed since <RelativeTime at={since} exact />. Last failure:{' '}
          {outcomeText(endpoint.last_failure ?? 'unknown')}.{' '}
          {endpoint.disables_at && (
            <>
              If this continues, we will disable it on <RelativeTime at={endpoint.disables_at} exact />.
            </>
          )}
        </Alert>
      )}
      <DescriptionList items={items} />
    </Panel>
  );
}
