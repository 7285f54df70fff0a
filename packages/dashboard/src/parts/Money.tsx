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
