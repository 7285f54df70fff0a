import { Paper } from '@mantine/core';
import type { EarningsSummary } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { Money } from '../../parts/Money.tsx';
import { utcDay, utcMonth } from '../../parts/times.ts';
import classes from './NextPayment.module.css';

type Payment = EarningsSummary['payments'][number];

/** The page's main figure: the next payment, its day and its account. Each other currency follows on a line. */
export function NextPayment({ summary: { payments, statement } }: { summary: EarningsSummary }) {
  const [first, ...others] = payments;
  if (!first && !statement) return null;
  return (
    <Paper component="section" radius="lg" className={classes.hero} aria-label="Next payment">
      <p className={classes.title}>{first?.state === 'expected' ? 'Next payment, about' : 'Next payment'}</p>
      {first ? (
        <>
          <p className={classes.amount}>
            <Money amount={first.amount} currency={first.currency} />
          </p>
          <p className={classes.when}>
            {sentenceOf(first)}
            <Where payment={first} />
          </p>
        </>
      ) : (
        <p className={classes.when}>
          None is planned yet. We issue your next statement on {utcDay(statement?.issued_on ?? '')}.
        </p>
      )}
      {others.length > 0 && (
        <ul className={classes.others}>
          {others.map((payment) => (
            <li key={payment.currency}>
              {payment.state === 'expected' && 'About '}
              <Money amount={payment.amount} currency={payment.currency} /> {whenOf(payment)}
            </li>
          ))}
        </ul>
      )}
    </Paper>
  );
}

function whenOf({ state, on }: Payment): string {
  if (state === 'under_way') return 'is on its way';
  return Date.parse(on) < Date.now() ? 'goes out with our next payments' : `on ${utcDay(on)}`;
}

const sentenceOf = (payment: Payment): string => {
  const when = whenOf(payment);
  return `${when.startsWith('on ') ? 'We pay it' : 'It'} ${when}`;
};

function Where({ payment: { account, account_missing: missing, statement } }: { payment: Payment }) {
  return (
    <>
      {account !== null && ` to the account ending in ${account}`}
      {missing && (
        <>
          .{' '}
          <AnchorLink to="/company" fz="inherit" underline="always">
            Add an account to be paid
          </AnchorLink>
        </>
      )}
      {statement && (
        <>
          .{' '}
          <AnchorLink to="/statements/$id" params={{ id: statement.id }} fz="inherit" underline="always">
            {utcMonth(statement.month)} statement
          </AnchorLink>
        </>
      )}
    </>
  );
}
