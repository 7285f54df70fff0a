import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import type { EndpointDetail } from '../../api/types.ts';
import { TriangleAlert } from '../../icons/icons.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';

/** An endpoint's facts, the counts of its deliveries, and the reason for its failures. */
export function EndpointSummary({ of: endpoint }: { of: EndpointDetail }) {
  const { counts, failing_since: since } = endpoint;
  const items: [string, ReactNode][] = [
    ['Delivered', count(counts.delivered)],
    ['Pending and retrying', count(counts.pending + counts.retrying)],
    ['Failed', count(counts.failed)],
    ['Kept while disabled', count(counts.held)],
    ['Events', endpoint.events.join(', ')],
    ...(endpoint.header_name === null
      ? []
      : [['Header', <code key="header">{endpoint.header_name}</code>] as [string, ReactNode]]),
    ['Added', <DateText key="added" at={endpoint.created_at} />],
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
          Every delivery has failed since <DateText at={since} show="time" />. Last failure:{' '}
          {endpoint.last_failure ? outcomeText(endpoint.last_failure) : 'unknown'}.{' '}
          {endpoint.disables_at && (
            <>
              If this continues, we will disable it on <DateText at={endpoint.disables_at} show="time" />.
            </>
          )}
        </Alert>
      )}
      <DescriptionList items={items} />
    </Panel>
  );
}
