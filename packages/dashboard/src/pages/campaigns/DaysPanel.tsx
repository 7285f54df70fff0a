import type { Campaigns } from '../../api/types.ts';
import { Chart } from '../../parts/Chart.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { periodName } from '../../parts/times.ts';
import classes from './Campaigns.module.css';

const DAY = 86_400_000;
/** How many columns fit next to each other and stay distinct; more days are shown by month. */
const MOST_COLUMNS = 92;

interface Column {
  key: string;
  sales: number;
  /** Clicks without a sale. */
  clicks: number;
}

/** Every day or month of the period, oldest first, with those on which nothing happened. */
function toColumns({ from, to, rows }: Campaigns): Column[] {
  const days = (Date.parse(to) - Date.parse(from)) / DAY + 1;
  const keyOf = (day: string) => (days > MOST_COLUMNS ? day.slice(0, 7) : day);
  const columns = new Map<string, Column>();
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY) {
    const key = keyOf(new Date(at).toISOString().slice(0, 10));
    columns.set(key, { key, sales: 0, clicks: 0 });
  }
  for (const { key, sales, api_sales: byApi, clicks } of rows) {
    const column = columns.get(keyOf(key ?? ''));
    if (!column) continue;
    column.sales += sales;
    column.clicks += Math.max(0, clicks - (sales - byApi));
  }
  return [...columns.values()];
}

/** Clicks and sales over time. The table has the same figures by day. */
export function DaysPanel({ campaigns }: { campaigns: Campaigns }) {
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
