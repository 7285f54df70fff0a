import { useRight } from '../../api/session.ts';
import type { Sale } from '../../api/types.ts';
import { AnchorLink } from '../../parts/AnchorLink.tsx';
import { DateText } from '../../parts/DateText.tsx';
import { Money } from '../../parts/Money.tsx';
import { unbroken } from '../../parts/money.ts';
import classes from './Sale.module.css';

type Step = Sale['steps'][number];

/** What happened to a sale, and what is expected, a step a row. */
export function TimeLine({ steps, currency }: { steps: Step[]; currency: string }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={`${step.at} ${step.text}`} className={classes.step} data-expected={step.expected || undefined}>
          <span className={classes.day}>
            <DateText at={step.at} show="day" />
            {step.expected && ' (expected)'}
          </span>
          <span className={classes.text}>
            <StepText step={step} />
          </span>
          <span className={classes.amount}>
            {step.amount !== null && <Money amount={step.amount} currency={currency} />}
          </span>
        </li>
      ))}
    </ol>
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
