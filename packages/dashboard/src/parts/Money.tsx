import classes from './Money.module.css';
import { money } from './money.ts';

/** An amount, in the one format of the dashboard. It never breaks; digits stand under each other; less than nothing is red. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className={classes.money} data-negative={amount < 0 || undefined}>
      {money(amount, currency)}
    </span>
  );
}
