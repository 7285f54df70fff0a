import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { firstPageEvery, keysQuery, query } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ListTree } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { ErrorsPanel } from './ErrorsPanel.tsx';
import { FindRequest } from './FindRequest.tsx';
import { RequestFilters } from './RequestFilters.tsx';
import { RequestsPanel } from './RequestsPanel.tsx';

/** `/dashboard/requests`: what the API was called with in seven days, and what failed. */
export function RequestsPage() {
  const mode = useMode();
  const { base_url: base } = useSession();
  const [{ span = '24h', status, code, route, key }, setFilters] = useFilters<'/requests'>();
  const filter = { mode, span, status, code, route, key_id: key };
  const keys = useQuery(keysQuery(mode));
  const errors = useQuery({ ...query('GET /requests/errors', { query: filter }), refetchInterval: 15_000 });
  const log = useInfiniteQuery({
    queryKey: ['GET /requests', filter],
    queryFn: ({ pageParam, signal }) => read('GET /requests', { query: { ...filter, cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: firstPageEvery(15_000),
  });
  const rows = log.data?.pages.flatMap(({ data }) => data);
  const filtered = [status, code, route, key].some((value) => value);
  const names = new Map(keys.data?.data.map((one) => [one.id, one.name || one.hint]));
  const clear = () => setFilters({ status: '', code: '', route: '', key: '' });
  return (
    <>
      <PageHead
        intro="Every call with a key in the last seven days. A call shows up within a second."
        actions={<FindRequest />}
      />
      {(log.error ?? errors.error) && (
        <LoadFailed
          error={log.error ?? errors.error}
          onRetry={() => void Promise.all([log.refetch(), errors.refetch()])}
        />
      )}
      <RequestFilters
        filter={{ span, status, code, route, key }}
        routes={errors.data?.routes ?? []}
        keys={keys.data?.data ?? []}
        onChange={setFilters}
      />
      {rows?.length === 0 && !filtered && !log.hasNextPage ? (
        <EmptyPanel
          icon={ListTree}
          title="No requests in this period"
          text="Make a call with your API key. Its response has a Service-Request-Id header that you can search for here."
          snippet={{
            label: 'A first call',
            code: `curl -i '${base}/events?limit=2' -H 'Authorization: Bearer <YOUR_KEY>'`,
          }}
        />
      ) : (
        <>
          <ErrorsPanel groups={errors.data?.groups} onChoose={setFilters} />
          <RequestsPanel rows={rows} names={names} log={log} onClear={filtered ? clear : undefined} />
        </>
      )}
    </>
  );
}
