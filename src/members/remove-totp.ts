import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { heldMember } from './held-member.js';
import type { OwnedMember } from './sql/members.js';
import { deleteTotp } from './sql/totp.js';

/**
 * Forgets a member's authenticator app: their own wish, after the second step, or an operator's for one who lost their phone.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's.
 */
export async function removeTotp(ctx: Context, owned: OwnedMember): Promise<void> {
  const { companyId, memberId } = owned;
  await ctx.sql.begin(async (tx) => {
    await heldMember(tx, owned);
    await deleteTotp(tx, memberId);
    await recordAction(ctx, tx, { action: 'member.totp_remove', objectId: memberId, companyId });
  });
}
