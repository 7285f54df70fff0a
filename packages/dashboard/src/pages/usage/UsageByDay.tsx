import { DataTable } from '../../parts/DataTable.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';
import { utcDay } from '../../parts/times.ts';
import type { DayTotals } from './per-day.ts';

/** The chart's numbers, newest first, for days with calls. */
export function UsageByDay({ rows }: { rows: DayTotals[] }) {
  return (
    <Panel title="By day" flush>
      <DataTable
        label="Calls by day"
        rows={rows.filter(({ calls }) => calls > 0).reverse()}
        keyOf={({ day }) => day}
        columns={[
          { title: 'Day (UTC)', cell: ({ day }) => utcDay(day) },
          { title: 'Calls', kind: 'number', cell: ({ calls }) => count(calls) },
          { title: 'Assistants', kind: 'number', cell: ({ assistant_calls: calls }) => count(calls) },
          { title: 'Refused', kind: 'number', cell: ({ refused }) => count(refused) },
          { title: '429', kind: 'number', cell: ({ rate_limited: limited }) => count(limited) },
          { title: '5xx', kind: 'number', cell: ({ failed }) => count(failed) },
        ]}
      />
    </Panel>
  );
}
