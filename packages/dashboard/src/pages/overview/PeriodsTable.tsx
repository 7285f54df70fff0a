import type { CurrencySummary } from '../../api/types.ts';
import type { EARNING_PERIODS } from '../../filters.ts';
import { DataTable } from '../../parts/DataTable.tsx';
import { money, periodName } from '../../parts/money.ts';
import { count } from '../../parts/numbers.ts';

interface Props {
  summary: CurrencySummary;
  by: keyof typeof EARNING_PERIODS;
}

/** The figures of the chart, newest first. */
export function PeriodsTable({ summary: { currency, periods }, by }: Props) {
  return (
    <details>
      <summary>Show as a table</summary>
      <DataTable
        label={`Earnings in ${currency} by ${by}`}
        rows={periods.toReversed()}
        keyOf={({ period }) => period}
        columns={[
          { title: by === 'day' ? 'Day' : 'Month', cell: ({ period }) => periodName(period) },
          { title: 'Sales', numeric: true, cell: ({ sales }) => count(sales) },
          { title: 'Earned', numeric: true, cell: ({ earned }) => money(earned, currency) },
        ]}
      />
    </details>
  );
}
