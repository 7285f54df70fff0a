import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import type { Mode } from '../../api/types/common.ts';
import type { Endpoint } from '../../api/types/endpoints.ts';
import type { Session } from '../../api/types/session.ts';
import { useMode } from '../../mode.ts';
import { endpointQuery, endpointsQuery } from '../endpoints/endpoints.ts';
import { keysQuery } from '../keys/keys.ts';

export interface Step {
  title: string;
  words: string;
  done: boolean;
  /** Where it is done; null for who may not do it. */
  link: { to: string; label: string } | null;
}

const isTechnical = ({ rights }: Pick<Session, 'rights'>): boolean => rights['keys.read'] !== 'role';

const firstOf = (hooks: Endpoint[]): Endpoint | undefined =>
  hooks.find(({ status }) => status === 'active') ?? hooks[0];

/** Begins to read what {@link useSteps} needs; what fails is asked for again by the page. */
export async function loadSteps(client: QueryClient, session: Session, mode: Mode): Promise<void> {
  if (!isTechnical(session)) return;
  const nothing = () => null;
  void client.query(keysQuery(mode)).catch(nothing);
  const hooks = await client.query(endpointsQuery(mode, 'webhook')).catch(nothing);
  const first = hooks && firstOf(hooks.data);
  if (first) void client.query(endpointQuery(first.id)).catch(nothing);
}

/** What a company sets up, in the order in which it helps; undefined while that is being read. */
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
    words: `A passkey or an authenticator app.${makes ? ' You need one before you create keys or reveal secrets.' : ''}`,
    done: step.has_totp || step.passkeys > 0,
    link: { to: '/security', label: 'Set up a second step' },
  };
  if (!technical || keys.error || hooks.error) return [protect];
  if (!keys.data || !hooks.data || (first && !hook.data)) return undefined;
  const live = keys.data.data.filter(({ revoked_at: at }) => at === null);
  const page = first ? `/webhooks/${first.id}` : '/webhooks';
  const steps: Step[] = [
    {
      title: `Create a ${mode} key`,
      words: 'It opens the API. You get it with a command that tries it.',
      done: live.length > 0,
      link: { to: '/keys', label: 'Create a key' },
    },
    {
      title: 'Make your first call',
      words: 'Put the key into the Authorization header. The first call shows up here.',
      done: live.some(({ last_used_at: at }) => at !== null),
      link: { to: '/use', label: 'See how' },
    },
    {
      title: 'Add a webhook',
      words: 'Your address gets every change of events and earnings, signed.',
      done: first !== undefined,
      link: { to: '/webhooks', label: 'Add a webhook' },
    },
    {
      title: 'Send a test delivery',
      words: 'See at once what your address answered, and how fast.',
      done: (hook.data?.counts.delivered ?? 0) > 0,
      link: { to: page, label: 'Send a test' },
    },
  ];
  return [...(makes ? steps : steps.map((step) => ({ ...step, link: null }))), protect];
}
