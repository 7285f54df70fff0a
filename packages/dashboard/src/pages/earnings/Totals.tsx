import type { EarningTotals } from '../../api/types.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { Money } from '../../parts/Money.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';

const AMOUNTS = {
  pending: 'Pending',
  approved: 'Approved',
  ready: 'Ready',
  paid: 'Paid',
  deducted: 'Deducted',
  net: 'Net',
  never_counted: 'Never counted',
} as const;

/** Sums of everything that matches, a currency a row. */
export function Totals({ totals }: { totals: EarningTotals[] | undefined }) {
  return (
    <Panel
      title="Totals"
      intro="All earnings that match the filters. Net is what they come to; sales that were reversed before they were on a statement never count."
      flush
    >
      <DataTable
        label="Totals by currency"
        rows={totals}
        keyOf={({ currency }) => currency}
        empty="Nothing matches these filters."
        columns={[
          { title: 'Currency', cell: ({ currency }) => currency },
          ...Object.entries(AMOUNTS).map(([name, title]) => ({
            title,
            kind: 'number' as const,
            cell: (row: EarningTotals) => <Money amount={row[name as keyof typeof AMOUNTS]} currency={row.currency} />,
          })),
          { title: 'Rows', kind: 'number', cell: ({ records }) => count(records) },
        ]}
      />
    </Panel>
  );
}
