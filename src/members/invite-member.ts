import { findCompany } from '../access/sql/companies.js';
import { newId } from '../core/ids.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { invitation } from './letters.js';
import { mailLink } from './mail-link.js';
import { isEmail, NO_EMAIL } from './rules/email.js';
import { ROLES, type Role } from './rules/roles.js';
import { countMembersLocked, insertMember } from './sql/members.js';

/** Members of one company. */
const MOST = 100;

export interface InviteMemberInput {
  companyId: string;
  email: string;
  role: string;
}

/** @throws {ProblemError} `invalid_request`, which does not repeat what was given. */
export function checkedEmail(email: string): string {
  const trimmed = email.trim();
  if (!isEmail(trimmed)) throw invalidField('email', NO_EMAIL);
  return trimmed;
}

/** @throws {ProblemError} `invalid_request` for a role that does not exist. */
export function checkedRole(role: string): Role {
  const known = ROLES.find((one) => one === role);
  if (!known) throw invalidField('role', `must be one of ${ROLES.join(', ')}`);
  return known;
}

/**
 * Makes somebody a member of a company, and mails them a link to sign in with.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company, what is no address or no role, for a member, and for one more than 100.
 */
export async function inviteMember(
  ctx: Context,
  input: InviteMemberInput,
): Promise<{ id: string; role: Role; url: string }> {
  const { companyId } = input;
  const [email, role] = [checkedEmail(input.email), checkedRole(input.role)];
  const company = await findCompany(ctx.sql, companyId);
  if (company?.id !== companyId) throw noSuch('company', companyId);
  const id = newId('member');
  return ctx.sql.begin(async (tx) => {
    if ((await countMembersLocked(tx, companyId)) >= MOST) {
      throw conflict('email', `limit reached: ${MOST} members; remove one first`);
    }
    const isNew = await insertMember(tx, { id, companyId, email, role, createdAt: ctx.clock.now() });
    if (!isNew) throw conflict('email', 'is of a member already, who can ask for a link on the sign-in page');
    const linked = { id, email, companyName: company.name };
    const url = await mailLink(ctx, tx, linked, { reason: 'invitation', letter: invitation });
    await recordAction(ctx, tx, { action: 'member.invite', objectId: id, companyId, details: { role } });
    return { id, role, url };
  });
}
