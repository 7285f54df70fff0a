import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fileAddress } from '../../api/client.ts';
import type { Item } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import type { EarningTotals } from '../../api/types.ts';
import { EARNING_DAYS, toOptions } from '../../filters.ts';
import { Coins } from '../../icons/icons.tsx';
import { chosenFilters, noFilters, type UsedFilters, useFilters, useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { balanceColumns, reversedColumns } from '../../parts/balances.tsx';
import { TablePanel } from '../../parts/DataTable.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { daysFault } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, SearchInput } from '../../parts/FilterInputs.tsx';
import { ListPage } from '../../parts/ListPage.tsx';
import { useList } from '../../parts/list.ts';
import { count } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { SavedFilters } from '../../parts/SavedFilters.tsx';
import { utcDay } from '../../parts/times.ts';
import { EARNING_COLUMNS } from './EarningsTable.tsx';

type EarningsFilter = Filters<'/earnings'>;

const NONE = noFilters('/earnings');

/** `/dashboard/earnings`: the reward of each sale, the reason for its status, and the time of the next one. */
export function EarningsPage() {
  const mode = useMode();
  const filters = useFilters('/earnings');
  const [given, set] = filters;
  const filter: EarningsFilter = chosenFilters('/earnings', given);
  const query = { mode, ...filter };
  const list = useList('GET /earnings', { query }, { poll: 15_000, enabled: daysFault(filter) === null });
  const filtered = Object.keys(filter).length > 0;
  const totals = list.first?.totals;
  const isReversed = filter.status === 'reversed';
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
          <EarningsFilters filters={filters} currencies={totals}>
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
        // A currency a row.
        sums={
          <TablePanel
            title="Totals"
            intro={
              isReversed
                ? 'All reversals that match the filters. Deducted: the sale was on a statement. Never counted: it was on none yet.'
                : 'All earnings that match the filters. Net leaves out sales that were reversed before they were on a statement: they never counted.'
            }
            label="Totals by currency"
            rows={totals}
            keyOf={({ currency }) => currency}
            empty="Nothing matches these filters."
            columns={[
              ...(isReversed ? reversedColumns<EarningTotals>() : balanceColumns(totals ?? [], { brief: true })),
              { title: 'Rows', kind: 'number', cell: ({ records }) => count(records) },
            ]}
          />
        }
        keyOf={({ id }) => id}
        columns={EARNING_COLUMNS}
      />
    </>
  );
}

type EarningEvent = Item<'GET /earnings/events'>;

interface FiltersProps {
  filters: UsedFilters<Filters<'/earnings'>>;
  currencies: { currency: string }[] | undefined;
  /** In the same bar. */
  children: ReactNode;
}

/** Narrows the list by status, event, sub ID, days (of the sale, its approval or its payment) and currency. */
function EarningsFilters({ filters, currencies = [], children }: FiltersProps) {
  const [{ event_id: id = '', currency, days = 'sale' }, set] = filters;
  const mode = useMode();
  const events = useQuery(query('GET /earnings/events', { query: { mode } })).data?.data ?? [];
  const isNamed = id === '' || events.some((event) => event.id === id);
  return (
    <FilterBar label="Filter the earnings">
      <FilterSelect filters={filters} name="status" label="Status" all="All statuses" />
      <FilterSelect
        filters={filters}
        name="event_id"
        label="Event"
        options={[
          { value: '', label: 'All events' },
          ...(isNamed ? [] : [id]),
          ...events.map((event) => ({ value: event.id, label: labelOf(event, events) })),
        ]}
      />
      <SearchInput filters={filters} name="sub_id" label="Sub ID" />
      <FilterSelect
        filters={[{ days }, ({ days: of }) => set({ days: of === 'sale' ? '' : of })]}
        name="days"
        label="Day of"
        options={toOptions(EARNING_DAYS)}
      />
      <DayInputs filters={filters} />
      <FilterSelect
        filters={filters}
        name="currency"
        label="Currency"
        disabled={currencies.length < 2 && !currency}
        options={[
          { value: '', label: 'All currencies' },
          ...new Set([...currencies.map((totals) => totals.currency), ...(currency ? [currency] : [])]),
        ]}
      />
      {children}
    </FilterBar>
  );
}

/** The name, with the day if several events have the name. */
function labelOf({ name, date }: EarningEvent, events: readonly EarningEvent[]): string {
  const isRepeated = events.filter((event) => event.name === name).length > 1;
  return isRepeated && date ? `${name}, ${utcDay(date)}` : name;
}
