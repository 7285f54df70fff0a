import { Anchor, SegmentedControl, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { fileAddress } from '../../api/client.ts';
import { query } from '../../api/queries.ts';
import type { CampaignLine, Campaigns, FunnelBy } from '../../api/types.ts';
import { CAMPAIGNS_BY, toOptions } from '../../filters.ts';
import { Megaphone } from '../../icons/icons.tsx';
import { chosenFilters, noFilters, useFilters, useMode } from '../../page.ts';
import type { Filters } from '../../pages.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Counted } from '../../parts/Counted.tsx';
import { countryName } from '../../parts/country-name.ts';
import { DataTable, FirstRows } from '../../parts/DataTable.tsx';
import { DownloadButton } from '../../parts/DownloadButton.tsx';
import { daysFault, everyDay, YEAR_DAYS } from '../../parts/days.ts';
import { EmptyPanel } from '../../parts/EmptyPanel.tsx';
import { FilterBar } from '../../parts/FilterBar.tsx';
import { DayInputs, OnlyButton, PeriodInput, SearchInput } from '../../parts/FilterInputs.tsx';
import { LoadFailed } from '../../parts/LoadFailed.tsx';
import { Amounts } from '../../parts/Money.tsx';
import { share } from '../../parts/numbers.ts';
import { PageHead } from '../../parts/PageHead.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { SavedFilters } from '../../parts/SavedFilters.tsx';
import { periodName, utcDay } from '../../parts/times.ts';
import classes from './Campaigns.module.css';
import { Figures } from './Figures.tsx';

const NONE = noFilters('/campaigns');

/** `/dashboard/campaigns`: results of links, by `sub_id`. */
export function CampaignsPage() {
  const mode = useMode();
  const filters = useFilters('/campaigns');
  const [{ by = 'sub_id', ...given }, set] = filters;
  const filter: Record<string, string> = chosenFilters('/campaigns', given);
  const enabled = daysFault(filter, YEAR_DAYS) === null;
  const read = { placeholderData: keepPreviousData, enabled };
  const days = useQuery({
    ...query('GET /campaigns', { query: { mode, by: 'day', compare: 'true', ...filter } }),
    ...read,
  });
  const top = useQuery({ ...query('GET /campaigns', { query: { mode, by, ...filter } }), ...read });
  const filtered = Object.keys(filter).length > 0;
  const error = days.error ?? top.error;
  const retry = () => void Promise.all([days.refetch(), top.refetch()]);
  return (
    <>
      <PageHead
        intro="Results of your links that have a sub ID. A click opens our buy page through your link. Days are in UTC."
        actions={<DownloadButton address={fileAddress('GET /campaigns/csv', { query: { mode, by, ...filter } })} />}
      />
      {error && <LoadFailed error={error} onRetry={retry} />}
      {!error && days.data?.rows.length === 0 && !filtered ? (
        <EmptyPanel
          icon={Megaphone}
          title="No clicks with a sub ID in the last 30 days"
          text="Add a sub ID to your links, such as newsletter-2026-11, and see here what each campaign brings."
        />
      ) : (
        <>
          {/* Sub IDs, events and countries are chosen in the table. */}
          <FilterBar label="Filter the campaigns">
            <PeriodInput filters={filters} />
            <SearchInput filters={filters} name="starts_with" label="Sub ID starts with" placeholder="newsletter-" />
            <DayInputs filters={filters} shown={days.data} most={YEAR_DAYS} />
            {filter.sub_id && <OnlyButton text={filter.sub_id} onClear={() => set({ sub_id: '' })} />}
            {filter.event_id && (
              <OnlyButton
                text={days.data?.event_name ?? filter.event_id}
                isName
                onClear={() => set({ event_id: '' })}
              />
            )}
            {filter.country && <OnlyButton text={countryName(filter.country)} onClear={() => set({ country: '' })} />}
            <SavedFilters page="/campaigns" filter={filter} onChoose={(chosen) => set({ ...NONE, ...chosen })} />
          </FilterBar>
          {!error && enabled && !days.data && <Skeleton h={480} radius="lg" />}
          {!error && days.data && (
            <>
              <Figures campaigns={days.data} />
              <DaysPanel campaigns={days.data} />
              <CampaignsTable by={by} campaigns={top.data} onChange={set} />
            </>
          )}
        </>
      )}
    </>
  );
}

/** How many columns fit next to each other and stay distinct; more days are shown by month. */
const MOST_COLUMNS = 92;

/** Sales, and clicks without a sale, on every day or in every month of the period, oldest first, also where nothing happened. */
function toColumns({ from, to, rows }: Campaigns) {
  const days = everyDay(from, to);
  const keyOf = (day: string) => (days.length > MOST_COLUMNS ? day.slice(0, 7) : day);
  const columns = new Map(days.map(keyOf).map((key) => [key, { key, sales: 0, clicks: 0 }]));
  for (const { key, sales, api_sales: byApi, clicks } of rows) {
    const column = columns.get(keyOf(key ?? ''));
    if (!column) continue;
    column.sales += sales;
    column.clicks += Math.max(0, clicks - (sales - byApi));
  }
  return [...columns.values()];
}

/** Clicks and sales over time. The table has the same figures by day. */
function DaysPanel({ campaigns }: { campaigns: Campaigns }) {
  return (
    <Panel title="Clicks and sales" flush>
      <div className={classes.chart}>
        <Chart
          kind="time"
          label="Clicks and sales over time; the same figures are in the table below, by day"
          bars={toColumns(campaigns).map(({ key, sales, clicks }) => ({
            key,
            label: periodName(key),
            parts: [
              { name: 'Sales', tone: 'good', value: sales },
              { name: 'Clicks without a sale', tone: 'act', value: clicks },
            ],
          }))}
        />
      </div>
    </Panel>
  );
}

interface Props {
  by: FunnelBy;
  /** While the next rows are on their way, the rows of before, which may be of another kind. */
  campaigns: Campaigns | undefined;
  /** Narrows to a row, or shows other rows. */
  onChange: (some: Filters<'/campaigns'>) => void;
}

/** The sub IDs, events and countries that sold most, or the newest days. */
function CampaignsTable({ by, campaigns, onChange }: Props) {
  const shown = campaigns?.by ?? by;
  const sees = campaigns?.total.earned !== null;
  const amounts = (title: string, pick: (row: CampaignLine) => CampaignLine['earned'], phone?: 4) =>
    sees && { title, kind: 'number' as const, phone, cell: (row: CampaignLine) => <Amounts amounts={pick(row)} /> };
  return (
    <Panel
      title={shown === 'day' ? 'By day' : 'Sold most'}
      flush
      actions={
        <SegmentedControl
          size="xs"
          aria-label="Rows"
          data={toOptions(CAMPAIGNS_BY)}
          value={by}
          onChange={(value) => onChange({ by: value as FunnelBy })}
        />
      }
    >
      <DataTable
        label={`Campaigns by ${CAMPAIGNS_BY[shown]}`}
        empty="Nothing matches these filters."
        rows={campaigns?.rows}
        keyOf={({ key }) => key ?? ''}
        columns={[
          {
            title: CAMPAIGNS_BY[shown],
            kind: 'text',
            phone: 1,
            cell: (row) => <RowName row={row} by={shown} onChange={onChange} />,
          },
          {
            title: 'Clicks',
            kind: 'number',
            phone: 3,
            cell: ({ clicks }) => <Counted value={clicks} unit="click" />,
          },
          {
            title: 'Sales',
            kind: 'number',
            phone: 2,
            cell: ({ sales }) => <Counted value={sales} unit="sale" />,
          },
          {
            title: 'Conversion',
            kind: 'number',
            cell: ({ conversion }) => (conversion === null ? '–' : share(conversion, 1)),
          },
          amounts('Earned', ({ earned }) => earned, 4),
          amounts('Per click', ({ earnings_per_click: each }) => each),
          amounts('Average order', ({ average_order: average }) => average),
        ]}
      />
      {campaigns?.more && <FirstRows />}
    </Panel>
  );
}

function RowName({ row: { key, name }, by, onChange }: Pick<Props, 'by' | 'onChange'> & { row: CampaignLine }) {
  if (key === null) return by === 'country' ? 'No country' : 'No event (corrections)';
  const narrowed = {
    day: { from: key, to: key, by: 'sub_id' },
    event: { event_id: key, by: 'sub_id' },
    country: { country: key, by: 'sub_id' },
    sub_id: { sub_id: key, by: 'event' },
  } as const;
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onChange(narrowed[by])}>
      {by === 'day' ? utcDay(key) : by === 'country' ? countryName(key) : (name ?? key)}
    </Anchor>
  );
}
