import type { Context } from '../platform/context/context.js';
import type { Role } from './rules/roles.js';
import { endOf, isFresh, SEEN_MS } from './rules/session-life.js';
import { findSession, touchSession } from './sql/sessions.js';
import { hashOf } from './tokens.js';

/** Who calls the dashboard. */
export interface SignedIn {
  sessionId: string;
  memberId: string;
  companyId: string;
  companyName: string;
  email: string;
  role: Role;
  /** The member has a second step and has not taken it in this session: nothing else may be done. */
  owesSecondStep: boolean;
  hasSecondStep: boolean;
  /** Taken a short while ago: what needs it again may be done. */
  secondStepIsFresh: boolean;
}

/**
 * Whose session a cookie's token is, read from the database each time: one that was ended, or whose member or company is
 * gone, is dead in every process at once.
 *
 * @returns null for one that is unknown or over.
 */
export async function readSession(ctx: Context, token: string): Promise<SignedIn | null> {
  const row = await findSession(ctx.sql, hashOf(token));
  const now = ctx.clock.now();
  if (!row || row.companyStatus === 'suspended' || endOf(row) <= now) return null;
  if (now.getTime() - row.seenAt.getTime() >= SEEN_MS) await touchSession(ctx.sql, row.id, now);
  const { memberId, companyId, companyName, email, role, hasSecondStep, secondStepAt } = row;
  return {
    sessionId: row.id,
    memberId,
    companyId,
    companyName,
    email,
    role,
    hasSecondStep,
    owesSecondStep: hasSecondStep && secondStepAt === null,
    secondStepIsFresh: isFresh(secondStepAt, now),
  };
}
