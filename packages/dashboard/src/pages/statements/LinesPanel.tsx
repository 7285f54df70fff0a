import { useInfiniteQuery } from '@tanstack/react-query';
import { read } from '../../api/client.ts';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { EarningsTable } from '../earnings/EarningsTable.tsx';

/** What a statement lists, with the amounts that it was listed with. */
export function LinesPanel({ id }: { id: string }) {
  const list = useInfiniteQuery({
    queryKey: ['GET /settlements/:id/lines', id],
    queryFn: ({ pageParam, signal }) =>
      read('GET /settlements/:id/lines', { id, query: { cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
  if (list.error) return <LoadFailed error={list.error} onRetry={list.refetch} />;
  return (
    <Panel title="Lines" intro="As they were when the statement was issued." flush>
      <EarningsTable label="Lines" rows={list.data?.pages.flatMap((page) => page.data)} empty="There are no lines." />
      <LogEnd list={list} />
    </Panel>
  );
}
