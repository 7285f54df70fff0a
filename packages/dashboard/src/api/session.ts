import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { get, post } from './client.ts';
import { SESSION_KEY } from './query-client.ts';
import type { Action, Role, Session } from './types/session.ts';

export const sessionQuery = queryOptions({
  queryKey: SESSION_KEY,
  queryFn: ({ signal }) => get<Session>('/session', {}, signal),
  staleTime: 60_000,
});

/** Who is signed in. Only below the shell, which has read it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Puts a session that came as an answer in the place of the one we know. */
export function useKeepSession(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => client.setQueryData(sessionQuery.queryKey, session);
}

const WHO: Record<string, string> = {
  'members.change': 'Only owners can change members.',
  'earnings.read': 'Only owners and finance members see earnings.',
  'settlements.read': 'Only owners and finance members see settlements.',
};

/** Whether the member's role permits something, and else who may. A second step that is due is asked for on the way. */
export function useRight(action: Action): { may: boolean; why: string | null } {
  const { rights } = useSession();
  if (rights[action] !== 'role') return { may: true, why: null };
  return { may: false, why: WHO[action] ?? 'Only owners and developers can do this.' };
}

export const ROLE_WORDS: Record<Role, { label: string; words: string }> = {
  owner: { label: 'Owner', words: 'Everything, members and settlements included.' },
  developer: { label: 'Developer', words: 'Keys, webhooks, deliveries and bulk files.' },
  finance: { label: 'Finance', words: 'Earnings and settlements, and how much the API is used.' },
  viewer: { label: 'Viewer', words: 'Reads keys, webhooks and use. Changes nothing.' },
};

export const signOut = (): Promise<void> => post('/session/sign-out');
