import type { Column } from './DataTable.tsx';
import classes from './Money.module.css';
import { digits, money } from './money.ts';

interface Props {
  amount: number;
  currency: string;
  /** Without the currency: for a row that names it. */
  bare?: boolean;
}

/** An amount, in the one format of the dashboard. It never breaks; digits stand under each other; less than nothing is red. */
export function Money({ amount, currency, bare = false }: Props) {
  return (
    <span className={classes.money} data-negative={amount < 0 || undefined}>
      {(bare ? digits : money)(amount, currency)}
    </span>
  );
}

/** An amount a line, one for each currency; a dash where there is none. */
export function Amounts({ amounts }: { amounts: readonly { currency: string; amount: number }[] | null }) {
  if (!amounts?.length) return '–';
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className={classes.line}>
      {money(amount, currency)}
    </span>
  ));
}

interface MoneyColumn<Row> extends Pick<Column<Row>, 'phone'>, Pick<Props, 'bare'> {}

/** A column of amounts in the currency of their row. */
export const moneyColumn = <Row extends { currency: string }>(
  title: string,
  amountOf: (row: Row) => number,
  { bare, phone }: MoneyColumn<Row> = {},
): Column<Row> => ({
  title,
  kind: 'number',
  phone,
  cell: (row) => <Money amount={amountOf(row)} currency={row.currency} bare={bare} />,
});
