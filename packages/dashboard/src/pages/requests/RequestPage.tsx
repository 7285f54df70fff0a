import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { keysQuery, query } from '../../api/queries.ts';
import { useOwnMode } from '../../page.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { CodeBlock } from '../../parts/CodeBlock.tsx';
import { CopyLine } from '../../parts/CopyAction.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DescriptionList } from '../../parts/DescriptionList.tsx';
import { unreadPage } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { milliseconds, ProblemLink, StatusBadge } from './ErrorsPanel.tsx';

/** `/dashboard/requests/{id}`: one call and its answer. */
export function RequestPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data: request, error, refetch } = useQuery(query('GET /requests/:id', { id }));
  const keys = useQuery({ ...keysQuery(request?.mode ?? 'test'), enabled: request !== undefined });
  useOwnMode(request?.mode);
  if (!request)
    return unreadPage({
      title: 'Request',
      error,
      onRetry: refetch,
      notFound: 'We have no request with this ID. We keep requests for 7 days.',
    });
  const { method, route, status, code, query: parameters, retry_after: wait, key_id: keyId } = request;
  const key = keys.data?.data.find((entry) => entry.id === keyId);
  return (
    <>
      <PageHead title={`${method} ${route}`} badge={<StatusBadge status={status} />} />
      <Panel>
        <CopyLine value={request.id} what="request ID" />
        <br />
        <DescriptionList
          items={[
            ['Time', <DateText key="at" at={request.at} show="time" />],
            ['Mode', request.mode],
            ['Problem', code === null ? 'none' : <ProblemLink key="code" code={code} />],
            ['Duration', milliseconds(request.ms)],
            [
              'Key',
              <AnchorLink key="key" to="/keys/$id" params={{ id: keyId }} size="sm">
                {key ? key.name || key.hint : keyId}
              </AnchorLink>,
            ],
            ['IP address', request.address ?? 'unknown'],
            wait !== null && ['Retry-After', `${wait} seconds`],
            request.replayed && [
              'Idempotency',
              'Replayed: the stored response to an earlier call with the same Idempotency-Key',
            ],
          ]}
        />
      </Panel>
      <Panel
        title="Query"
        intro="Parameters that this operation knows. Values of keys, cursors and coordinates are not stored."
      >
        {parameters === null ? 'None.' : <CodeBlock label="Query" code={parameters.replaceAll('&', '\n')} />}
      </Panel>
    </>
  );
}
