import { findCompany } from '../../access/sql/companies.js';
import { hashOf } from '../../core/digest.js';
import { newId } from '../../core/ids.js';
import { DAY } from '../../core/time.js';
import { insertMember, lockMemberships } from '../../members/sql/members.js';
import { deleteLinks, insertLink } from '../../members/sql/sign-in.js';
import { newSignInToken } from '../../members/tokens.js';
import type { Context } from '../../platform/context/context.js';
import { DEMO_COMPANY } from './seed-demo-company.js';

/** No one reads mail there. */
export const DEMO_OWNER = 'owner@partner.example';
/** Until it is used, for as long as anybody leaves the service running. */
const LASTS_MS = 90 * DAY;

/**
 * Makes the demonstration company an owner, and a link that signs them in once. It is printed where the service runs
 * and not mailed; the link of the previous start ends.
 *
 * @returns the link; null where there is no such company, or it is suspended.
 */
export async function seedDemoOwner(ctx: Context): Promise<string | null> {
  const company = await findCompany(ctx.sql, DEMO_COMPANY);
  if (!company) return null;
  const now = ctx.clock.now();
  const token = newSignInToken();
  return ctx.sql.begin(async (tx) => {
    const made = {
      id: newId('member'),
      companyId: company.id,
      email: DEMO_OWNER,
      role: 'owner' as const,
      createdAt: now,
    };
    await insertMember(tx, made);
    const [owner] = await lockMemberships(tx, DEMO_OWNER);
    if (!owner) return null;
    await deleteLinks(tx, owner.id);
    await insertLink(tx, { hash: hashOf(token), memberId: owner.id, expiresAt: new Date(now.getTime() + LASTS_MS) });
    return `${ctx.config.origin}/dashboard/sign-in#${token}`;
  });
}
