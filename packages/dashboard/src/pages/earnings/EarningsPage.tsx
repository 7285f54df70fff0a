import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { fileAddress, read } from '../../api/client.ts';
import { firstPageEvery } from '../../api/queries.ts';
import { Coins } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { type Filters, PAGES } from '../../pages.ts';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { LogEnd } from '../../parts/LogEnd.tsx';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { EarningsFilters } from './EarningsFilters.tsx';
import { EarningsTable } from './EarningsTable.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import { Totals } from './Totals.tsx';

export type EarningsFilter = Filters<'/earnings'>;

const NAMES = Object.keys(PAGES['/earnings'].filters) as (keyof EarningsFilter)[];

/** `/dashboard/earnings`: what each sale earned, why it stands where it does, and when it moves on. */
export function EarningsPage() {
  const mode = useMode();
  const [given, set] = useFilters<'/earnings'>();
  const filter = Object.fromEntries(
    NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  ) as EarningsFilter;
  const list = useInfiniteQuery({
    queryKey: ['GET /earnings', mode, filter],
    queryFn: ({ pageParam, signal }) =>
      read('GET /earnings', { query: { mode, ...filter, cursor: pageParam } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: firstPageEvery(15_000),
  });
  const { data, refetch } = list;
  // What was read stays when reading it again fails.
  const error = data ? null : list.error;
  const rows = data?.pages.flatMap((page) => page.data);
  const filtered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHead
        intro="What each sale earned, why it has its status, and when that changes next. Days are in UTC."
        actions={<DownloadButton address={fileAddress('GET /earnings/csv', { query: { mode, ...filter } })} />}
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!error && rows?.length === 0 && !filtered && (
        <EmptyPanel
          icon={Coins}
          title="No earnings yet"
          text={
            mode === 'test'
              ? 'Buy a test ticket in the sandbox. Its earning shows up here immediately.'
              : 'When someone buys through your link, the sale shows up here immediately.'
          }
        />
      )}
      {(error || filtered || rows?.length !== 0) && (
        <>
          {!error && <Totals totals={data?.pages[0]?.totals} />}
          {/* The filters stay: one of them may be what is wrong. */}
          <Panel flush>
            <EarningsFilters filter={filter} currencies={data?.pages[0]?.totals} onChange={set} />
            <SavedFilters
              filter={filter}
              onChoose={(chosen) => set({ ...Object.fromEntries(NAMES.map((name) => [name, ''])), ...chosen })}
            />
            {!error && (
              <>
                <EarningsTable label="Earnings" rows={rows} empty="No earnings match these filters." />
                <LogEnd list={list} />
              </>
            )}
          </Panel>
        </>
      )}
    </>
  );
}
