import type { EarningTotals } from '../../api/types.ts';
import { balanceColumns } from '../../parts/balances.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';

/** Sums of everything that matches, a currency a row. */
export function Totals({ totals }: { totals: EarningTotals[] | undefined }) {
  return (
    <Panel
      title="Totals"
      intro="All earnings that match the filters. Net leaves out sales that were reversed before they were on a statement: they never counted."
      flush
    >
      <DataTable
        label="Totals by currency"
        rows={totals}
        keyOf={({ currency }) => currency}
        empty="Nothing matches these filters."
        columns={[
          ...balanceColumns<EarningTotals>({ brief: true }),
          { title: 'Rows', kind: 'number', cell: ({ records }) => count(records) },
        ]}
      />
    </Panel>
  );
}
