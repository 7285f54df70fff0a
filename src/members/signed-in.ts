import type { Mode } from '../core/mode.js';
import type { CallerRole } from './rules/roles.js';
import type { KnownSessionRow } from './sql/sessions.js';

/** The signed-in caller of the dashboard: a member, or an operator on a visit, whose id stands for that of a member. */
export interface SignedIn
  extends Pick<
    KnownSessionRow,
    'memberId' | 'companyId' | 'companyName' | 'companyCurrency' | 'email' | 'hasTotp' | 'passkeys'
  > {
  sessionId: string;
  role: CallerRole;
  /** Last chosen by the member; null: never, or this is an operator. */
  shownMode: Mode | null;
  /** The reason for an operator's visit. */
  reason: string | null;
  /** The member has a second step and has not taken it in this session: nothing else may be done. */
  owesSecondStep: boolean;
  hasSecondStep: boolean;
  /** Taken a short while ago: what needs it again may be done. */
  secondStepIsFresh: boolean;
  /** When it no longer counts as just taken; null: not taken in this session. */
  secondStepUntil: Date | null;
  endsAt: Date;
}
