import type { CurrencySummary } from '../../api/types.ts';
import { FoldedTable } from '../../parts/DataTable.tsx';
import { money } from '../../parts/money.ts';
import { count } from '../../parts/numbers.ts';
import { periodName } from '../../parts/times.ts';

interface Props {
  summary: CurrencySummary;
  by: 'day' | 'month';
}

/** The figures of the chart, newest first. */
export function PeriodsTable({ summary: { currency, periods }, by }: Props) {
  return (
    <FoldedTable
      label={`Earnings in ${currency} by ${by}`}
      rows={periods.toReversed()}
      keyOf={({ period }) => period}
      columns={[
        { title: by === 'day' ? 'Day' : 'Month', cell: ({ period }) => periodName(period) },
        { title: 'Sales', kind: 'number', cell: ({ sales }) => count(sales) },
        {
          title: 'Reversed',
          kind: 'number',
          cell: ({ reversed_amount: reversed }) => money(reversed, currency),
        },
        { title: 'Earned', kind: 'number', cell: ({ earned }) => money(earned, currency) },
      ]}
    />
  );
}
