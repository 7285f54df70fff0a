import { Text } from '@mantine/core';
import { Check } from '../../icons/icons.tsx';
import { ButtonLink } from '../../parts/AnchorLink.tsx';
import classes from './Steps.module.css';
import type { Step } from './use-steps.ts';

/** Steps with a tick each; the first that is left has the button. */
export function Steps({ steps }: { steps: Step[] }) {
  const next = steps.find(({ done, link }) => !done && link);
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
