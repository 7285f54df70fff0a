import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { heldMember, mustLeaveAnOwner } from './held-member.js';
import { deleteMember, type OwnedMember } from './sql/members.js';

/**
 * Removes a member with all their sessions and links, at once in every process. What they did stays in the audit log, under
 * an id that nobody can be found by any more.
 *
 * @param options.lastToo an operator may remove a company's only member; members do not leave it with nobody.
 * @throws {ProblemError} `invalid_request` for one who is not the company's, and for its last owner.
 */
export async function removeMember(ctx: Context, owned: OwnedMember, { lastToo = false } = {}): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const { role, others } = await heldMember(tx, owned);
    if (role === 'owner' && !(lastToo && others.length === 0)) mustLeaveAnOwner(others);
    await deleteMember(tx, owned);
    await recordAction(ctx, tx, { action: 'member.remove', objectId: owned.memberId, companyId: owned.companyId });
  });
}
