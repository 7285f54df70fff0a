import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { outcomeText } from '../../../../../src/core/outcomes.ts';
import { call } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { endpointQuery } from '../../api/queries.ts';
import type { Endpoint, EndpointDetail } from '../../api/types.ts';
import { Send, TriangleAlert } from '../../icons/icons.tsx';
import { useOwnMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Badge } from '../../parts/Badge.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList, type Fact } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { count, counted } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ProblemText } from '../../parts/ProblemText.tsx';
import { RightButton } from '../../parts/RightButton.tsx';
import { duration } from '../../parts/times.ts';
import { useChange } from '../../parts/use-change.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { EndpointActions } from './EndpointActions.tsx';
import { EndpointBadge } from './endpoints.tsx';
import { HealthPanel } from './HealthPanel.tsx';
import { ReplayPanel } from './ReplayPanel.tsx';
import { SecretPanel } from './SecretPanel.tsx';

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

/** An endpoint's facts, the counts of its deliveries, and the reason for its failures. */
function EndpointSummary({ of: endpoint }: { of: EndpointDetail }) {
  const { counts, failing_since: since } = endpoint;
  const items: Fact[] = [
    ['Delivered', count(counts.delivered)],
    ['Pending and retrying', count(counts.pending + counts.retrying)],
    ['Failed', count(counts.failed)],
    ['Kept while disabled', count(counts.held)],
    ['Events', endpoint.events.join(', ')],
    endpoint.header_name !== null && ['Header', <code key="header">{endpoint.header_name}</code>],
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

/** The deliveries that wait for a further attempt, with a button to try them at once. */
function RetriesPanel({ of: { id, status, counts } }: { of: EndpointDetail }) {
  const retrying = useChange(() => call('POST /endpoints/:id/retry-now', { id }), {
    done: 'Retries queued. The results appear below in a few seconds.',
    toastError: true,
  });
  if (counts.retrying === 0) return null;
  const waiting = counted(counts.retrying, 'delivery waits', 'deliveries wait');
  return (
    <Panel title="Retries" intro={`${waiting} for another attempt. We retry each one for about two days.`}>
      <RightButton action="deliveries.send" not={status !== 'active' && 'Enable the endpoint first.'} change={retrying}>
        Retry all now
      </RightButton>
    </Panel>
  );
}

function TestPanel({ of: endpoint }: { of: Endpoint }) {
  const sending = useChange(() => call('POST /endpoints/:id/test', { id: endpoint.id }));
  return (
    <Panel
      title="Send a test"
      intro={
        endpoint.kind === 'webhook'
          ? 'We send one signed delivery with sample data now.'
          : 'We call your URL once with the values of a sample sale.'
      }
      actions={
        <RightButton action="deliveries.send" leftSection={<Send size={15} aria-hidden />} change={sending}>
          Send a test
        </RightButton>
      }
    >
      <ProblemText error={sending.error} />
      {sending.data && <Result of={sending.data} />}
      {!sending.data && !sending.error && (
        <Text size="sm" c="dimmed">
          The response appears here.
        </Text>
      )}
    </Panel>
  );
}

function Result({ of: result }: { of: Answer<'POST /endpoints/:id/test'> }) {
  const ok = result.outcome === 'ok';
  return (
    <Stack gap="md" role="status">
      <DescriptionList
        items={[
          [
            'Result',
            <Badge key="result" tone={ok ? 'good' : 'bad'}>
              {outcomeText(result.outcome)}
            </Badge>,
          ],
          ['Status', result.status_code ?? 'none'],
          ['Time', duration(result.duration_ms)],
        ]}
      />
      {result.detail && <Text size="sm">{result.detail}</Text>}
      {result.answer && <CodeBlock label="Response" code={result.answer} />}
      <AnchorLink to="/deliveries/$id" params={{ id: result.delivery_id }} size="sm">
        Open the delivery
      </AnchorLink>
    </Stack>
  );
}
