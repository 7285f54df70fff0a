import { noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { heldMember } from './held-member.js';
import type { OwnedMember } from './sql/members.js';
import { deletePasskeys } from './sql/passkeys.js';
import { deleteTotp } from './sql/totp.js';

/**
 * Forgets one of a member's passkeys.
 *
 * @throws {ProblemError} `invalid_request` for one that is not theirs.
 */
export async function removePasskey(ctx: Context, owned: OwnedMember, id: string): Promise<void> {
  const { companyId, memberId } = owned;
  await ctx.sql.begin(async (tx) => {
    if ((await deletePasskeys(tx, owned, id)) === 0) throw noSuch('passkey');
    await recordAction(ctx, tx, { action: 'member.passkey_remove', objectId: memberId, companyId });
  });
}

/**
 * Forgets a member's authenticator app and passkeys, for somebody who lost both. They sign in by the mailed link alone until
 * they set up another.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's.
 */
export async function removeSecondStep(ctx: Context, owned: OwnedMember): Promise<void> {
  const { companyId, memberId } = owned;
  await ctx.sql.begin(async (tx) => {
    await heldMember(tx, owned);
    await deleteTotp(tx, memberId);
    await deletePasskeys(tx, owned, null);
    for (const action of ['member.totp_remove', 'member.passkey_remove'] as const) {
      await recordAction(ctx, tx, { action, objectId: memberId, companyId });
    }
  });
}
