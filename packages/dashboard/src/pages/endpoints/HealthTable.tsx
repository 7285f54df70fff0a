import type { Health } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { count } from '../../parts/numbers.ts';
import { duration, shortTime } from '../../parts/times.ts';
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
          { title: 'From', cell: ({ start }) => shortTime(new Date(start)) },
          { title: 'Attempts', kind: 'number', cell: ({ attempts }) => count(attempts) },
          { title: 'Failed', kind: 'number', cell: ({ attempts, succeeded }) => count(attempts - succeeded) },
          { title: 'p95', kind: 'number', cell: ({ p95_ms: ms }) => duration(ms) },
        ]}
      />
    </div>
  );
}
