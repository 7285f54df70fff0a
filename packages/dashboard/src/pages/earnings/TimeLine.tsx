import type { ReactNode } from 'react';
import { useRight } from '../../api/session.ts';
import type { Earning, Sale } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Money } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';
import classes from './Sale.module.css';

type Step = Sale['steps'][number];

/** The past and expected steps of a sale, one in each row. */
export function TimeLine({ steps, currency }: { steps: Step[]; currency: string }) {
  return (
    <ol className={classes.rows} data-dots>
      {steps.map((step) => (
        <Row key={`${step.at} ${step.text}`} {...step} currency={currency}>
          <StepText step={step} />
        </Row>
      ))}
    </ol>
  );
}

/** Where the money of each record of a sale is now. */
export function Records({ records }: { records: Earning[] }) {
  return (
    <ul className={classes.rows}>
      {records.map(({ id, created_at: at, commission: amount, currency, explanation }) => (
        <Row key={id} at={at} amount={amount} currency={currency}>
          {unbroken(explanation)}
        </Row>
      ))}
    </ul>
  );
}

interface RowProps {
  at: string;
  expected?: boolean;
  amount: number | null;
  currency: string;
  children: ReactNode;
}

/** A line on a desktop, and two on a phone. */
function Row({ at, expected, amount, currency, children }: RowProps) {
  return (
    <li className={classes.row} data-expected={expected || undefined}>
      <span className={classes.day}>
        <DateText at={at} show="day" />
        {expected && ' (expected)'}
      </span>
      <span className={classes.text}>{children}</span>
      <span className={classes.amount}>{amount !== null && <Money amount={amount} currency={currency} />}</span>
    </li>
  );
}

/** A link for members who may see statements. */
function StepText({ step: { statement, text } }: { step: Step }) {
  const { may } = useRight('settlements.read');
  if (!statement || !may) return unbroken(text);
  return (
    <AnchorLink to="/statements/$id" params={{ id: statement.id }} inherit>
      {unbroken(text)}
    </AnchorLink>
  );
}
