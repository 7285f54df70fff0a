import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileAddress } from '../../api/client.ts';
import type { Answer } from '../../api/operations.ts';
import { query } from '../../api/queries.ts';
import type { FunnelLine, UnsoldReason } from '../../api/types.ts';
import { toOptions, UNSOLD_REASONS } from '../../filters.ts';
import { Filter } from '../../icons/icons.tsx';
import { useFilters, useMode } from '../../page.ts';
import { Chart } from '../../parts/Chart.tsx';
import { countryName } from '../../parts/country-name.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { daysFault, everyDay, YEAR_DAYS } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, FilterSelect, OnlyButton, SearchInput } from '../../parts/FilterInputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { count, share } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { utcDays } from '../../parts/times.ts';
import classes from './Funnel.module.css';
import { FunnelTable, keyName } from './FunnelTable.tsx';
import { StepsPanel, type UnsoldQuery, unsoldQuery } from './StepsPanel.tsx';

/** How many bars fit next to each other and stay distinct. */
const MOST_BARS = 31;

const NONE = { from: '', to: '', sub_id: '', event_id: '', country: '' } as const;

/** `/dashboard/funnel`: from a look to a sale, and where visitors are lost. */
export function FunnelPage() {
  const mode = useMode();
  const filters = useFilters('/funnel');
  const [{ by = 'day', from, to, sub_id, event_id, country, unsold: span = '7d' }, set] = filters;
  const filter = { from, to, sub_id, event_id, country };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
  const fault = daysFault(filter, YEAR_DAYS);
  const { data, error, refetch } = useQuery({
    ...query('GET /funnel', { query: { mode, by, ...given } }),
    placeholderData: keepPreviousData,
    enabled: fault === null,
  });
  const filtered = Object.keys(given).length > 0;
  // All days of a large partner take a while, so they are read on request.
  const unsold = { mode, ...given, span };
  // While the next rows are on their way, the earlier rows stay, and are of another kind.
  const of = data?.by ?? by;
  const shown = of === 'day' ? data && withEmptyDays(data).slice(-MOST_BARS) : data?.rows.slice(0, 10);
  return (
    <>
      <PageHead
        intro="From an impression on your pages to a sale. Each step counts on the day on which it happened (UTC)."
        actions={<DownloadButton address={fileAddress('GET /funnel/csv', { query: { mode, by, ...given } })} />}
      />
      {error && <LoadFailed error={error} onRetry={refetch} />}
      {!error && data?.rows.length === 0 && !filtered ? (
        <EmptyPanel
          icon={Filter}
          title="No activity in the last 30 days"
          text={
            mode === 'test'
              ? 'Open a buy link of a sample event that your test key returned. It counts as a checkout here.'
              : 'When a visitor opens one of your buy links, it counts here. Send impressions and clicks from your pages to see the steps before.'
          }
        />
      ) : (
        <>
          {/* The filters stay when the funnel could not be read: a wrong filter may be the cause. */}
          <FilterBar label="Filter the funnel" onClear={filtered ? () => set(NONE) : undefined}>
            <FilterSelect filters={filters} name="by" label="By" />
            <DayInputs filters={filters} shown={data} most={YEAR_DAYS} />
            <SearchInput filters={filters} name="sub_id" label="Sub ID" />
            {/* Events and countries are chosen in the table. */}
            {event_id && (
              <OnlyButton text={data?.event_name ?? event_id} isName onClear={() => set({ event_id: '' })} />
            )}
            {country && <OnlyButton text={countryName(country)} onClear={() => set({ country: '' })} />}
          </FilterBar>
          {!error && !data && fault === null && <Skeleton h={480} radius="lg" />}
          {!error && data && (
            <>
              {data.dropped_sub_ids > 0 && (
                <Alert color="yellow" title="Sub IDs that we could not use">
                  {data.dropped_sub_ids === 1
                    ? 'One opened buy link had a sub ID that is not valid.'
                    : `${count(data.dropped_sub_ids)} opened buy links had a sub ID that is not valid.`}{' '}
                  Their sales are credited to you without a sub ID. Use 1 to 100 letters, digits, dots, underscores,
                  tildes or hyphens, and check that your tool replaces its placeholder.
                </Alert>
              )}
              <StepsPanel total={data.total} known={!sub_id} unsold={unsold} />
              <Panel title={`By ${of === 'sub_id' ? 'sub ID' : of}`} flush>
                {shown && shown.length > 1 && (
                  <div className={classes.chart}>
                    <Chart
                      kind={of === 'day' ? 'time' : 'rows'}
                      label={`Links opened, holds and sales by ${of === 'sub_id' ? 'sub ID' : of}; the same figures are in the table below`}
                      bars={shown.map((row) => ({
                        key: row.key ?? '',
                        label: keyName(row, of),
                        parts: [
                          { name: 'Sales', tone: 'good', value: row.sales },
                          { name: 'Holds without a sale', tone: 'warn', value: Math.max(0, row.holds - row.sales) },
                          {
                            name: 'Opened without a hold',
                            tone: 'act',
                            value: Math.max(0, row.checkouts - row.holds),
                          },
                        ],
                      }))}
                    />
                  </div>
                )}
                <FunnelTable rows={data.rows} by={of} more={data.more} known={!sub_id} onChoose={set} />
              </Panel>
              <UnsoldPanel query={unsold} />
            </>
          )}
        </>
      )}
    </>
  );
}

const NOTHING = { impressions: 0, clicks: 0, checkouts: 0, holds: 0, sales: 0, api_orders: 0, api_sales: 0 };

/** Days of the funnel, oldest first, with those on which nothing happened: an axis of time has no gaps. */
function withEmptyDays({ from, to, rows }: Answer<'GET /funnel'>): FunnelLine[] {
  const known = new Map(rows.map((row) => [row.key, row]));
  return everyDay(from, to).map((key) => known.get(key) ?? { key, name: null, ...NOTHING, earned: [] });
}

const WHAT_HAPPENED: Record<UnsoldReason, string> = {
  not_on_sale: 'Tickets were not on sale: not yet, no longer, or the event was cancelled or postponed.',
  sold_out: 'No tickets were left.',
  no_reward: 'The event paid no reward, its budget was spent, or your agreement does not cover it.',
  hold_expired: 'Tickets were held but not paid in time.',
  awaiting_payment: 'Tickets are held. The sale may still come.',
  refunded: 'The order was paid, then refunded in full.',
  later: 'The link with this sub ID was opened again later and led to a sale.',
  unknown: 'The visitor looked and left.',
};

/** Why opened links led to no sale with a reward. */
function UnsoldPanel({ query }: { query: UnsoldQuery }) {
  const filters = useFilters('/funnel');
  const [{ reason: only }, set] = filters;
  const { span } = query;
  const { data, error, refetch, isFetching } = useQuery(unsoldQuery(query));
  if (error) return <LoadFailed error={error} onRetry={refetch} />;
  const newest = data?.newest.filter(({ reason }) => !only || reason === only);
  return (
    <Panel
      title="Links opened without a sale"
      flush
      intro={`${
        data && data.from <= data.to
          ? `${utcDays(data.from, data.to)}: ${count(data.opened)} opened, ${count(data.sold)} led to a sale with a reward. `
          : ''
      }We keep each opened link for 35 days.`}
      actions={
        (data?.earlier || span === 'all') && (
          <Button
            size="xs"
            variant="default"
            loading={isFetching}
            onClick={() => set({ unsold: span === '7d' ? 'all' : '' })}
          >
            {span === '7d' ? 'Show all days' : 'Show seven days'}
          </Button>
        )
      }
    >
      {data?.reasons.length === 0 ? (
        <Text px="lg" pb="lg" size="sm">
          No link was opened without a sale.
        </Text>
      ) : (
        <>
          <DataTable
            label="Reasons"
            rows={data?.reasons}
            keyOf={({ reason }) => reason}
            columns={[
              { title: 'Reason', phone: 1, cell: ({ reason }) => UNSOLD_REASONS[reason] },
              { title: 'What happened', kind: 'prose', phone: 3, cell: ({ reason }) => WHAT_HAPPENED[reason] },
              { title: 'Links opened', kind: 'number', phone: 2, cell: (row) => count(row.count) },
              {
                title: 'Share',
                kind: 'number',
                cell: (row) => share(row.count, (data?.opened ?? 0) - (data?.sold ?? 0)),
              },
            ]}
          />
          <div className={classes.chart}>
            <FilterSelect
              filters={filters}
              name="reason"
              label="Newest with reason"
              maw="16rem"
              options={toOptions(UNSOLD_REASONS, 'All reasons').filter(
                ({ value }) => !value || value === only || data?.reasons.some(({ reason }) => reason === value),
              )}
            />
          </div>
          <DataTable
            label="Newest links opened without a sale"
            rows={newest?.slice(0, 20)}
            keyOf={({ at, event_id: id, sub_id: subId }) => `${at} ${id} ${subId}`}
            columns={[
              { title: 'Opened', phone: 2, cell: ({ at }) => <DateText at={at} show="time" /> },
              { title: 'Event', kind: 'text', phone: 1, cell: ({ name }) => name },
              { title: 'Sub ID', kind: 'text', phone: 3, cell: ({ sub_id: subId }) => subId ?? '–' },
              { title: 'Reason', phone: 4, cell: ({ reason }) => UNSOLD_REASONS[reason] },
            ]}
          />
        </>
      )}
    </Panel>
  );
}
