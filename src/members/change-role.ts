import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { heldMember, mustLeaveAnOwner } from './held-member.js';
import { checkedRole } from './invite-member.js';
import { type OwnedMember, setRoleRow } from './sql/members.js';

/**
 * Gives a member another role, which counts from their next call on.
 *
 * @throws {ProblemError} `invalid_request` for one who is not the company's, what is no role, and when no owner would be left.
 */
export async function changeRole(ctx: Context, input: OwnedMember & { role: string }): Promise<void> {
  const { companyId, memberId } = input;
  const role = checkedRole(input.role);
  await ctx.sql.begin(async (tx) => {
    const { role: before, others } = await heldMember(tx, input);
    if (before === role) return;
    if (before === 'owner') mustLeaveAnOwner([...others, role]);
    await setRoleRow(tx, input, role);
    await recordAction(ctx, tx, { action: 'member.role', objectId: memberId, companyId, details: { before, role } });
  });
}
