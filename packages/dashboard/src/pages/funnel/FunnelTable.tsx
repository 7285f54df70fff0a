import { Anchor } from '@mantine/core';
import type { FunnelBy, FunnelLine } from '../../api/types.ts';
import { FUNNEL_BY } from '../../filters.ts';
import type { Filters } from '../../pages.ts';
import { Counted } from '../../parts/Counted.tsx';
import { countryName } from '../../parts/country-name.ts';
import { type Column, DataTable, FirstRows, FoldedTable } from '../../parts/DataTable.tsx';
import { Amounts } from '../../parts/Money.tsx';
import { count, share } from '../../parts/numbers.ts';
import { periodName } from '../../parts/times.ts';
import classes from './Funnel.module.css';
import { STEP_LABELS } from './StepsPanel.tsx';

const NONE: Record<FunnelBy, string> = {
  day: 'No day',
  event: 'No event (lists, corrections)',
  country: 'No country',
  sub_id: 'No sub ID',
};

export function keyName({ key, name }: FunnelLine, by: FunnelBy): string {
  if (key === null) return NONE[by];
  if (by === 'country') return countryName(key);
  return by === 'day' ? periodName(key) : (name ?? key);
}

/** A step with more than the one before has visitors from elsewhere: a share of it would mean nothing. */
const isPart = (value: number, before: number) => before > 0 && value <= before;

/** The previous step of each: its share of that step is shown. */
const BEFORE = {
  clicks: 'impressions',
  checkouts: 'clicks',
  holds: 'checkouts',
  sales: 'holds',
  api_sales: 'api_orders',
} as const;

interface Props {
  rows: FunnelLine[] | undefined;
  by: FunnelBy;
  more: boolean;
  /** Impressions and clicks are known: they carry no sub ID. */
  known: boolean;
  /** Narrows to a row. */
  onChoose: (some: Filters<'/funnel'>) => void;
}

/** The funnel, a row for each day, event, country or sub ID. */
export function FunnelTable({ rows, by, more, known, onChoose }: Props) {
  const step = (
    name: keyof typeof BEFORE,
    title: string,
    phone?: { at: 2 | 3; unit: string; many: string },
  ): Column<FunnelLine> => ({
    title,
    kind: 'number',
    phone: phone?.at,
    cell: (row) => (
      <>
        {phone ? <Counted value={row[name]} unit={phone.unit} many={phone.many} /> : count(row[name])}
        {isPart(row[name], row[BEFORE[name]]) && (
          <span className={classes.small}>{share(row[name], row[BEFORE[name]])}</span>
        )}
      </>
    ),
  });
  const early: Column<FunnelLine>[] = [
    { title: STEP_LABELS.impressions, kind: 'number', cell: ({ impressions }) => count(impressions) },
    step('clicks', 'Page clicks'),
  ];
  const byApi: Column<FunnelLine>[] = [
    { title: STEP_LABELS.api_orders, kind: 'number', cell: ({ api_orders: orders }) => count(orders) },
    step('api_sales', STEP_LABELS.api_sales),
  ];
  const sees = rows?.[0]?.earned !== null;
  // The chart above has every day; of the others, the first ten.
  const Table = by === 'day' && (rows?.length ?? 0) > 1 ? FoldedTable : DataTable;
  return (
    <>
      <Table
        label={`Funnel by ${FUNNEL_BY[by]}`}
        empty="Nothing matches these filters."
        rows={rows}
        keyOf={({ key }) => key ?? ''}
        columns={[
          {
            title: FUNNEL_BY[by],
            kind: 'text',
            phone: 1,
            cell: (row) => <RowName row={row} by={by} onChoose={onChoose} />,
          },
          ...(known ? early : []),
          step('checkouts', STEP_LABELS.checkouts, { at: 3, unit: 'link opened', many: 'links opened' }),
          step('holds', STEP_LABELS.holds),
          step('sales', STEP_LABELS.sales, { at: 2, unit: 'sale', many: 'sales' }),
          ...(rows?.some(({ api_orders: orders, api_sales: sales }) => orders + sales > 0) ? byApi : []),
          sees && { title: 'Earned', kind: 'number', phone: 4, cell: ({ earned }) => <Amounts amounts={earned} /> },
        ]}
      />
      {more && <FirstRows />}
    </>
  );
}

function RowName({ row, by, onChoose }: Pick<Props, 'by' | 'onChoose'> & { row: FunnelLine }) {
  const { key } = row;
  if (key === null) return keyName(row, by);
  const narrowed = {
    day: { from: key, to: key, by: 'event' },
    event: { event_id: key, by: 'day' },
    country: { country: key, by: 'event' },
    sub_id: { sub_id: key, by: 'day' },
  } as const;
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onChoose(narrowed[by])}>
      {keyName(row, by)}
    </Anchor>
  );
}
