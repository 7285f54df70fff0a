import { limitAttempts } from '../../src/platform/limits/limit-attempts.js';
import type { Counted, CountedBy, LimitName } from '../../src/platform/limits/limits.js';
import type { Call } from './operation.js';

/** The further key of a member's count, in addition to the member and their company. */
type Target<Name extends LimitName> = Record<Exclude<CountedBy<Name>, 'member' | 'company'>, string>;

/**
 * Counts an action of a member by the member, their company and its target. Operators do the same with commands, which
 * are not counted.
 *
 * @throws {ProblemError} `rate_limited`.
 */
export async function limitMember<Name extends LimitName>(
  { ctx, member }: Pick<Call<unknown, unknown>, 'ctx' | 'member'>,
  limit: Name,
  target: Target<Name>,
): Promise<void> {
  const by: Partial<Record<Counted, string>> = { member: member.memberId, company: member.companyId, ...target };
  await limitAttempts(ctx, limit, by as Record<CountedBy<Name>, string>);
}
