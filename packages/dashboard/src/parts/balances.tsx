import type { Column } from './DataTable.tsx';
import { moneyColumn } from './Money.tsx';

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

type Place = keyof typeof AMOUNTS;
type Balance = { currency: string } & Record<Place, number>;

const PLACES = Object.keys(AMOUNTS) as Place[];
/** Shown also while they are zero. */
const ALWAYS: readonly Place[] = ['pending', 'paid', 'net'];

/** The columns of a table with a currency a row, without those of zeros. On a phone, `brief` tables show the net alone. */
export function balanceColumns<Row extends Balance>(
  rows: readonly Row[],
  { brief }: { brief: boolean },
): Column<Row>[] {
  const shown = PLACES.filter((place) => ALWAYS.includes(place) || rows.some((row) => row[place] !== 0));
  return [
    { title: 'Currency', ...(brief && { phone: 1 }), cell: ({ currency }) => currency },
    ...shown.map((place) =>
      moneyColumn<Row>(AMOUNTS[place], (row) => row[place], {
        bare: place !== 'net',
        ...(brief && place === 'net' && { phone: 2 }),
      }),
    ),
  ];
}

/** The same for reversals alone: their sum, and its parts. */
export function reversedColumns<Row extends Balance & { reversed: number }>(): Column<Row>[] {
  return [
    { title: 'Currency', phone: 1, cell: ({ currency }) => currency },
    moneyColumn('Reversed', ({ reversed }) => reversed, { phone: 2 }),
    moneyColumn(AMOUNTS.deducted, ({ deducted }) => deducted, { bare: true }),
    moneyColumn(AMOUNTS.never_counted, (row) => row.never_counted, { bare: true }),
  ];
}
