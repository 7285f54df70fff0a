import { fileAddress } from '../../api/client.ts';
import { Coins } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { PAGES } from '../../pages.ts';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { daysFault } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { SavedFilters } from '../../parts/SavedFilters.tsx';
import { type EarningsFilter, EarningsFilters } from './EarningsFilters.tsx';
import { EARNING_COLUMNS } from './EarningsTable.tsx';
import { Totals } from './Totals.tsx';

const NAMES = Object.keys(PAGES['/earnings'].filters) as (keyof EarningsFilter)[];
const NONE = Object.fromEntries(NAMES.map((name) => [name, '']));

/** `/dashboard/earnings`: the reward of each sale, the reason for its status, and the time of the next one. */
export function EarningsPage() {
  const mode = useMode();
  const [given, set] = useFilters<'/earnings'>();
  const filter = Object.fromEntries(
    NAMES.flatMap((name) => (given[name] ? [[name, given[name]]] : [])),
  ) as EarningsFilter;
  const query = { mode, ...filter };
  const list = useList('GET /earnings', { query }, { poll: 15_000, enabled: daysFault(filter) === null });
  const filtered = Object.keys(filter).length > 0;
  const totals = list.first?.totals;
  return (
    <>
      <PageHead
        intro="What each sale earned, why it has its status, and when that changes next. Days are in UTC."
        actions={<DownloadButton address={fileAddress('GET /earnings/csv', { query })} />}
      />
      <ListPage
        label="Earnings"
        list={list}
        filters={
          <EarningsFilters filter={filter} currencies={totals} onChange={set}>
            <SavedFilters page="/earnings" filter={filter} onChoose={(chosen) => set({ ...NONE, ...chosen })} />
          </EarningsFilters>
        }
        onClear={filtered ? () => set(NONE) : undefined}
        none={
          <EmptyPanel
            icon={Coins}
            title="No earnings yet"
            text={
              mode === 'test'
                ? 'Buy a test ticket in the sandbox. Its earning shows up here immediately.'
                : 'When someone buys through your link, the sale shows up here immediately.'
            }
          />
        }
        empty="No earnings match these filters."
        sums={<Totals totals={totals} isReversed={filter.status === 'reversed'} />}
        keyOf={({ id }) => id}
        columns={EARNING_COLUMNS}
      />
    </>
  );
}
