import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import type { CallerRole } from './rules/roles.js';

/** The signed-in caller of the dashboard: a member, or an operator on a visit. */
export interface SignedIn {
  sessionId: string;
  /** For an operator: the id of the visit. */
  memberId: Id<'member'>;
  companyId: Id<'company'>;
  companyName: string;
  companyCurrency: string;
  email: string;
  role: CallerRole;
  /** Last chosen by the member; null: never, or this is an operator. */
  shownMode: Mode | null;
  /** The reason for an operator's visit. */
  reason: string | null;
  /** The member has a second step and has not taken it in this session: nothing else may be done. */
  owesSecondStep: boolean;
  hasSecondStep: boolean;
  hasTotp: boolean;
  passkeys: number;
  /** Taken a short while ago: what needs it again may be done. */
  secondStepIsFresh: boolean;
  /** When it no longer counts as just taken; null: not taken in this session. */
  secondStepUntil: Date | null;
  endsAt: Date;
}
