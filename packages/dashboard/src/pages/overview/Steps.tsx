import { Text } from '@mantine/core';
import { Check } from '../../icons/icons.tsx';
import { ButtonLink } from '../../parts/AnchorLink.tsx';
import { counted } from '../../parts/numbers.ts';
import classes from './Steps.module.css';
import type { Step } from './use-steps.ts';

/** Open steps, the first with the button. Done steps fold away. */
export function Steps({ steps }: { steps: Step[] }) {
  const next = steps.find(({ done, link }) => !done && link);
  const done = steps.filter((step) => step.done);
  return (
    <>
      <StepList steps={steps.filter((step) => !step.done)} next={next} />
      {done.length > 0 && (
        <details className={classes.done}>
          <summary>{counted(done.length, 'step')} done</summary>
          <StepList steps={done} next={next} />
        </details>
      )}
    </>
  );
}

function StepList({ steps, next }: { steps: Step[]; next: Step | undefined }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step, i) => (
        <li key={step.title} className={classes.step} data-done={step.done || undefined}>
          <span className={classes.tick}>
            {step.done ? <Check size={15} aria-label="done" /> : <span aria-hidden>{i + 1}</span>}
          </span>
          <div className={classes.text}>
            <Text fw={500}>{step.title}</Text>
            <Text size="sm" c="dimmed">
              {step.text}
            </Text>
          </div>
          {step.link && (
            <ButtonLink
              to={step.link.to}
              size="xs"
              variant={step === next ? 'filled' : step.done ? 'subtle' : 'default'}
            >
              {step.link.label}
            </ButtonLink>
          )}
        </li>
      ))}
    </ol>
  );
}
