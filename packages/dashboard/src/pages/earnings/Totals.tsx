import type { EarningTotals } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { money } from '../../parts/money.ts';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';

const STATUSES = ['pending', 'approved', 'ready', 'paid', 'reversed'] as const;

/** Sums of everything that matches, a currency a row. */
export function Totals({ totals }: { totals: EarningTotals[] | undefined }) {
  return (
    <Panel title="Totals" intro="All earnings that match the filters." flush>
      <DataTable
        label="Totals by currency and status"
        rows={totals}
        keyOf={({ currency }) => currency}
        columns={[
          { title: 'Currency', cell: ({ currency }) => currency },
          ...STATUSES.map((status) => ({
            title: `${status[0]?.toUpperCase()}${status.slice(1)}`,
            numeric: true,
            cell: (row: EarningTotals) => money(row[status], row.currency),
          })),
          { title: 'Records', numeric: true, cell: ({ records }) => count(records) },
        ]}
      />
    </Panel>
  );
}
