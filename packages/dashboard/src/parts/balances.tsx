import type { Column } from './DataTable.tsx';
import { Money } from './Money.tsx';

/** Where money can be. All but `never_counted` come to `net`. */
const AMOUNTS = {
  pending: 'Pending',
  approved: 'Approved',
  ready_alone: 'Ready',
  on_statement: 'On statement',
  paid: 'Paid',
  deducted: 'Deducted',
  net: 'Net',
  never_counted: 'Never counted',
} as const;

type Balance = { currency: string } & Record<keyof typeof AMOUNTS, number>;

/** The columns of a table with a currency a row. On a phone, `brief` tables show the net alone. */
export function balanceColumns<Row extends Balance>({ brief }: { brief: boolean }): Column<Row>[] {
  return [
    { title: 'Currency', ...(brief && { phone: 1 }), cell: ({ currency }) => currency },
    ...Object.entries(AMOUNTS).map(
      ([name, title]): Column<Row> => ({
        title,
        kind: 'number',
        ...(brief && name === 'net' && { phone: 2 }),
        cell: (row) => (
          <Money amount={row[name as keyof typeof AMOUNTS]} currency={row.currency} bare={name !== 'net'} />
        ),
      }),
    ),
  ];
}

/** The same for reversals alone: their sum, and its parts. */
export function reversedColumns<Row extends Balance & { reversed: number }>(): Column<Row>[] {
  const part = (name: 'deducted' | 'never_counted'): Column<Row> => ({
    title: AMOUNTS[name],
    kind: 'number',
    cell: (row) => <Money amount={row[name]} currency={row.currency} bare />,
  });
  return [
    { title: 'Currency', phone: 1, cell: ({ currency }) => currency },
    {
      title: 'Reversed',
      kind: 'number',
      phone: 2,
      cell: ({ reversed, currency }) => <Money amount={reversed} currency={currency} />,
    },
    part('deducted'),
    part('never_counted'),
  ];
}
