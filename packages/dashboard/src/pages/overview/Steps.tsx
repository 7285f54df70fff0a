import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { endpointQuery, endpointsQuery, keysQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import type { Endpoint, Session } from '../../api/types.ts';
import { Check } from '../../icons/icons.tsx';
import { useMode } from '../../page.ts';
import { ButtonLink } from '../../parts/AnchorLink.tsx';
import { counted } from '../../parts/numbers.ts';
import classes from './Steps.module.css';

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

interface Step {
  title: string;
  text: string;
  done: boolean;
  /** Where it is done; null for who may not do it. */
  link: { to: string; label: string } | null;
}

const isTechnical = ({ rights }: Pick<Session, 'rights'>): boolean => rights['keys.read'] !== 'role';

const firstOf = (hooks: Endpoint[]): Endpoint | undefined =>
  hooks.find(({ status }) => status === 'active') ?? hooks[0];

/** The steps of a company's setup, in a helpful order; undefined while they are read. */
export function useSteps(): Step[] | undefined {
  const mode = useMode();
  const { second_step: step, rights } = useSession();
  const technical = isTechnical({ rights });
  const keys = useQuery({ ...keysQuery(mode), enabled: technical });
  const hooks = useQuery({ ...endpointsQuery(mode, 'webhook'), enabled: technical });
  const first = hooks.data && firstOf(hooks.data.data);
  const hook = useQuery({ ...endpointQuery(first?.id ?? ''), enabled: first !== undefined });
  const makes = rights['keys.change'] !== 'role';
  const protect: Step = {
    title: 'Protect your sign-in',
    text: `Add a passkey or an authenticator app.${makes ? ' You need one before you create keys or reveal secrets.' : ''}`,
    done: step.has_totp || step.passkeys > 0,
    link: { to: '/security', label: 'Set up a second step' },
  };
  // Operators have no second step to set up.
  const own = rights['security.change'] === 'role' ? [] : [protect];
  if (!technical || keys.error || hooks.error) return own;
  if (!keys.data || !hooks.data || (first && !hook.data)) return undefined;
  const live = keys.data.data.filter(({ revoked_at: at }) => at === null);
  const page = first ? `/webhooks/${first.id}` : '/webhooks';
  const steps: Step[] = [
    {
      title: `Create a ${mode} key`,
      text: 'Your key authenticates your calls. You get it with a command to try it.',
      done: live.length > 0,
      link: { to: '/keys', label: 'Create a key' },
    },
    {
      title: 'Make your first call',
      text: 'Send your key in the Authorization header. Your first call shows up here.',
      done: live.some(({ last_used_at: at }) => at !== null),
      link: { to: '/use', label: 'See how' },
    },
    {
      title: 'Add a webhook',
      text: 'We send every change to your events and earnings as a signed POST.',
      done: first !== undefined,
      link: { to: '/webhooks', label: 'Add a webhook' },
    },
    {
      title: 'Send a test delivery',
      text: 'See how your endpoint responds, and how fast.',
      done: (hook.data?.counts.delivered ?? 0) > 0,
      link: { to: page, label: 'Send a test' },
    },
  ];
  // Who makes keys needs the second step for the first of them.
  return makes ? [...own, ...steps] : [...steps.map((step) => ({ ...step, link: null })), ...own];
}
