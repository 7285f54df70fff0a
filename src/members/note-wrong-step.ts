import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { SignedIn } from './read-session.js';

/**
 * Records that the caller's second step was refused: whoever has their mailbox may be guessing. The transaction must commit,
 * so a use case answers a wrong code and does not throw it.
 */
export function noteWrongStep(
  ctx: Context,
  tx: Transaction,
  { memberId, companyId, sessionId }: SignedIn,
  factor: 'totp' | 'new_totp' | 'passkey',
): Promise<void> {
  const details = { factor, session: sessionId };
  const action = 'member.second_step_wrong';
  return recordAction(ctx, tx, { action, objectId: memberId, companyId, by: memberId, details });
}
