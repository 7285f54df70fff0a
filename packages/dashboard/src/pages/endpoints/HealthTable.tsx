import type { Health } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { count } from '../../parts/numbers.ts';
import { duration } from '../../parts/times.ts';
import classes from './HealthPanel.module.css';

/** The chart's numbers, newest first, where something was sent. */
export function HealthTable({ health }: { health: Health }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <div className={classes.scroll} tabIndex={0}>
      <DataTable
        label="Attempts over time"
        rows={health.buckets.filter(({ attempts }) => attempts > 0).reverse()}
        keyOf={({ start }) => start}
        columns={[
          { title: 'From', cell: ({ start }) => bucketLabel(start, health.step_seconds) },
          { title: 'Attempts', numeric: true, cell: ({ attempts }) => count(attempts) },
          { title: 'Failed', numeric: true, cell: ({ attempts, succeeded }) => count(attempts - succeeded) },
          { title: 'p95', numeric: true, cell: ({ p95_ms: ms }) => duration(ms) },
        ]}
      />
    </div>
  );
}

const HOUR = new Intl.DateTimeFormat(undefined, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const A_DAY = 86_400;

/** When a bucket begins, in the reader's zone. A day's bucket begins at the current time of day, not at midnight. */
export function bucketLabel(start: string, stepSeconds: number): string {
  return (stepSeconds >= A_DAY ? DAY : HOUR).format(new Date(start));
}
