import type { EarningTotals } from '../../api/types.ts';
import { balanceColumns, reversedColumns } from '../../parts/balances.tsx';
import { DataTable } from '../../parts/DataTable.tsx';
import { count } from '../../parts/numbers.ts';
import { Panel } from '../../parts/Panel.tsx';

interface Props {
  totals: EarningTotals[] | undefined;
  /** Only reversals are listed. */
  isReversed: boolean;
}

/** Sums of everything that matches, a currency a row. */
export function Totals({ totals, isReversed }: Props) {
  return (
    <Panel
      title="Totals"
      intro={
        isReversed
          ? 'All reversals that match the filters. Deducted: the sale was on a statement. Never counted: it was on none yet.'
          : 'All earnings that match the filters. Net leaves out sales that were reversed before they were on a statement: they never counted.'
      }
      flush
    >
      <DataTable
        label="Totals by currency"
        rows={totals}
        keyOf={({ currency }) => currency}
        empty="Nothing matches these filters."
        columns={[
          ...(isReversed ? reversedColumns<EarningTotals>() : balanceColumns(totals ?? [], { brief: true })),
          { title: 'Rows', kind: 'number', cell: ({ records }) => count(records) },
        ]}
      />
    </Panel>
  );
}
