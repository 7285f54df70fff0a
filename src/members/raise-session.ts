import { ProblemError } from '../core/problems.js';
import type { Transaction } from '../platform/database/database.js';
import type { SignedIn } from './read-session.js';
import { PREVIOUS_TOKEN_MS } from './rules/session-life.js';
import { raiseSessionRow } from './sql/sessions.js';
import { hashOf, newSessionToken } from './tokens.js';

/**
 * Notes in the caller's session that they took the second step. What it may do from now on, it may under another token: the
 * one that it had may be in other hands. For some seconds that one does what it could before, for calls that are under way.
 *
 * @returns the new token, for the cookie.
 * @throws {ProblemError} `session_required` when the session was ended meanwhile.
 */
export async function raiseSession(tx: Transaction, caller: SignedIn, now: Date): Promise<string> {
  const token = newSessionToken();
  const isRaised = await raiseSessionRow(tx, caller, {
    hash: hashOf(token),
    now,
    previousUntil: new Date(now.getTime() + PREVIOUS_TOKEN_MS),
    previousOwed: caller.owesSecondStep,
  });
  if (!isRaised) throw new ProblemError('session_required');
  return token;
}
