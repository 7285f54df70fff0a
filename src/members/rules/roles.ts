export const ROLES = ['owner', 'developer', 'finance', 'marketing', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** An operator who visits a company's dashboard: reads everything, and changes nothing. */
export const OPERATOR = 'operator';

export type CallerRole = Role | typeof OPERATOR;

interface Rule {
  roles: readonly Role[];
  /** The second step must have been taken a short while ago: secrets come of it, or people change. */
  again?: true;
}

const EVERYBODY = ROLES;
const TECHNICAL = ['owner', 'developer'] as const;

/** Who may do what in the dashboard: the one table, from which its tests are made too. */
export const ACTIONS = {
  'company.read': { roles: EVERYBODY },
  'members.read': { roles: EVERYBODY },
  'members.change': { roles: ['owner'], again: true },
  /** Their own sign-in and mails. */
  'security.change': { roles: EVERYBODY },
  'audit.read': { roles: TECHNICAL },
  'keys.read': { roles: ['owner', 'developer', 'viewer'] },
  'keys.change': { roles: TECHNICAL, again: true },
  /** A test key opens samples alone, so it is no secret to guard with the second step. */
  'keys.test': { roles: TECHNICAL },
  'webhooks.read': { roles: ['owner', 'developer', 'viewer'] },
  'webhooks.change': { roles: TECHNICAL },
  'webhooks.secret': { roles: TECHNICAL, again: true },
  'deliveries.send': { roles: TECHNICAL },
  'bulk.read': { roles: ['owner', 'developer', 'viewer'] },
  'bulk.change': { roles: TECHNICAL },
  'use.read': { roles: EVERYBODY },
  'sandbox.use': { roles: TECHNICAL },
  'requests.read': { roles: ['owner', 'developer', 'viewer'] },
  /** Without earnings for roles that lack `earnings.read`. */
  'funnel.read': { roles: EVERYBODY },
  'earnings.read': { roles: ['owner', 'finance', 'marketing'] },
  'inquiries.ask': { roles: ['owner', 'finance', 'marketing'] },
  'settlements.read': { roles: ['owner', 'finance'] },
  /** What statements print of the company, and where they are paid. */
  'billing.change': { roles: ['owner'], again: true },
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;

export const ACTION_NAMES = Object.keys(ACTIONS) as Action[];

export function mayDo(role: CallerRole, action: Action): boolean {
  if (role === OPERATOR) return action.endsWith('.read');
  return (ACTIONS[action].roles as readonly Role[]).includes(role);
}

/** Whether the second step must have been taken a short while ago. */
export function needsSecondStepAgain(action: Action): boolean {
  return (ACTIONS[action] as Rule).again === true;
}

export interface Asking {
  role: CallerRole;
  hasSecondStep: boolean;
  /** Has one, and has not taken it in this session. */
  owesSecondStep: boolean;
  secondStepIsFresh: boolean;
}

/** `second_step_owed` comes before everything else; `…_missing`: none is set up; `…_again`: taken too long ago. */
export const VERDICTS = ['allowed', 'second_step_owed', 'role', 'second_step_missing', 'second_step_again'] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Whether a member may do an action now; if not, the obstacle. */
export function verdictOn(asking: Asking, action: Action): Verdict {
  if (asking.owesSecondStep) return 'second_step_owed';
  if (!mayDo(asking.role, action)) return 'role';
  if (!needsSecondStepAgain(action) || asking.secondStepIsFresh) return 'allowed';
  return asking.hasSecondStep ? 'second_step_again' : 'second_step_missing';
}
