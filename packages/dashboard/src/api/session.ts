import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type CallerRole, mayDo, OPERATOR, ROLES } from '../../../../src/members/rules/roles.ts';
import { sessionQuery } from './queries.ts';
import type { Action, MailKind, Role, Session } from './types.ts';

/** Who is signed in. Only below the shell, which has read it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data;
}

/** Puts a session that came as an answer in the place of the one we know. */
export function useKeepSession(): (session: Session) => void {
  const client = useQueryClient();
  return (session) => client.setQueryData(sessionQuery.queryKey, session);
}

/** Whether the member's role permits something, and else who may. A second step that is due is asked for on the way. */
export function useRight(action: Action): { may: boolean; why: string | null } {
  const { rights, member } = useSession();
  if (rights[action] !== 'role') return { may: true, why: null };
  if (member.role === OPERATOR) return { may: false, why: 'Operators have read-only access.' };
  const who = ROLES.filter((role) => mayDo(role, action)).map((role) => ROLE_TEXT[role].many);
  return { may: false, why: `Only ${AND.format(who)} can do this.` };
}

const AND = new Intl.ListFormat('en');

export const ROLE_TEXT: Record<Role, { label: string; many: string; text: string }> = {
  owner: { label: 'Owner', many: 'owners', text: 'Full access, including the team and statements.' },
  developer: { label: 'Developer', many: 'developers', text: 'API keys, webhooks, deliveries and bulk files.' },
  finance: { label: 'Finance', many: 'finance members', text: 'Earnings, statements, payments and API usage.' },
  marketing: { label: 'Marketing', many: 'marketing members', text: 'Links, campaigns, the funnel and earnings.' },
  viewer: { label: 'Viewer', many: 'viewers', text: 'Read-only access to API keys, webhooks and usage.' },
};

export const labelOf = (role: CallerRole): string => (role === OPERATOR ? 'Operator' : ROLE_TEXT[role].label);

export const MAIL_TEXT: Record<MailKind, { label: string; text: string }> = {
  endpoints: { label: 'Failing endpoints', text: 'A webhook or postback keeps failing, or we disabled it.' },
  statements: { label: 'Statements', text: 'A statement is ready, or we paid it.' },
};
