import { findCompany } from '../access/sql/companies.js';
import { type Id, newId } from '../core/ids.js';
import { asciiAddress, isMailAddress, NO_EMAIL } from '../core/mail-address.js';
import { conflict, invalidField, noSuch } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { invitation, mailLink } from './mails.js';
import { type MailKind, mailsOfRole } from './rules/mails.js';
import type { Role } from './rules/roles.js';
import {
  addFormerOwner,
  countMembersLocked,
  deleteMember,
  findMemberCompany,
  insertMember,
  lockMembers,
  type OwnedMember,
  setMailsRow,
  setRoleRow,
} from './sql/members.js';

/** Members of one company. */
const MOST = 100;

export interface InviteMemberInput {
  companyId: Id<'company'>;
  email: string;
  role: Role;
}

/** @returns an address as we store it. @throws {ProblemError} `invalid_request`, which does not quote the input. */
function checkedEmail(email: string): string {
  const address = asciiAddress(email);
  if (!isMailAddress(address)) throw invalidField('email', NO_EMAIL);
  return address;
}

/**
 * Adds a member to a company, and mails them a link to sign in.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company, an invalid address, an address that is a member
 * already, and when the company has 100 members.
 */
export async function inviteMember(
  ctx: Context,
  input: InviteMemberInput,
): Promise<{ id: string; role: Role; url: string }> {
  const { companyId, role } = input;
  const email = checkedEmail(input.email);
  const company = await findCompany(ctx.sql, companyId);
  if (company?.id !== companyId) throw noSuch('company', companyId);
  const id = newId('member');
  return ctx.sql.begin(async (tx) => {
    if ((await countMembersLocked(tx, companyId)) >= MOST) {
      throw conflict('email', `limit reached: ${MOST} members; remove one first`);
    }
    const isNew = await insertMember(tx, { id, companyId, email, role, createdAt: ctx.clock.now() });
    if (!isNew) throw conflict('email', 'already belongs to a member; they can request a link on the sign-in page');
    const linked = { id, email, companyName: company.name };
    const url = await mailLink(ctx, tx, linked, { reason: 'invitation', letter: invitation });
    await recordAction(ctx, tx, { action: 'member.invite', objectId: id, companyId, details: { role } });
    return { id, role, url };
  });
}

/**
 * Gives a member another role, which counts from their next call on.
 *
 * @throws {ProblemError} `invalid_request` for a member of another company, and when no owner would be left.
 */
export async function changeRole(ctx: Context, input: OwnedMember & { role: Role }): Promise<void> {
  const { companyId, memberId, role } = input;
  await ctx.sql.begin(async (tx) => {
    const { role: before, others } = await heldMember(tx, input);
    if (before === role) return;
    if (before === 'owner') {
      mustLeaveAnOwner([...others, role]);
      await addFormerOwner(tx, input, ctx.clock.now());
    }
    await setRoleRow(tx, input, role);
    await recordAction(ctx, tx, { action: 'member.role', objectId: memberId, companyId, details: { before, role } });
  });
}

/**
 * Chooses which mails a member gets in addition to the mails about their own sign-in.
 *
 * @throws {ProblemError} `invalid_request` for a member of another company, and for a mail that their role does not
 * get.
 */
export async function chooseMails(ctx: Context, input: OwnedMember & { mails: readonly MailKind[] }): Promise<void> {
  const { companyId, memberId, mails } = input;
  await ctx.sql.begin(async (tx) => {
    const { role } = await heldMember(tx, input);
    const beyond = mails.find((kind) => !mailsOfRole(role).includes(kind));
    if (beyond) throw invalidField('mails', `the role ${role} does not get ${beyond}`);
    await setMailsRow(tx, input, mails);
    await recordAction(ctx, tx, { action: 'member.mails', objectId: memberId, companyId, details: { mails } });
  });
}

/**
 * Removes a member with all their sessions and links, at once in every process. The audit log keeps their actions under
 * an id that identifies no person any more.
 *
 * @param options.lastToo an operator may remove a company's last member; members may not.
 * @throws {ProblemError} `invalid_request` for a member of another company, and for its last owner.
 */
export async function removeMember(ctx: Context, owned: OwnedMember, { lastToo = false } = {}): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    const { role, others } = await heldMember(tx, owned);
    if (role === 'owner' && !(lastToo && others.length === 0)) mustLeaveAnOwner(others);
    if (role === 'owner') await addFormerOwner(tx, owned, ctx.clock.now());
    await deleteMember(tx, owned);
    await recordAction(ctx, tx, { action: 'member.remove', objectId: owned.memberId, companyId: owned.companyId });
  });
}

interface HeldMember {
  role: Role;
  others: Role[];
}

/** @throws {ProblemError} `invalid_request` for a member of another company. */
export async function heldMember(tx: Transaction, { companyId, memberId }: OwnedMember): Promise<HeldMember> {
  const members = await lockMembers(tx, companyId);
  const found = members.find(({ id }) => id === memberId);
  if (!found) throw noSuch('member', memberId);
  return { role: found.role, others: members.filter(({ id }) => id !== memberId).map(({ role }) => role) };
}

/** @throws {ProblemError} `invalid_request` when none of these is an owner. */
function mustLeaveAnOwner(others: readonly Role[]): void {
  if (!others.includes('owner')) {
    throw conflict('member', 'is the last owner; make another member an owner first');
  }
}

/** A member with their company, for operators, who name the member alone. @throws {ProblemError} `invalid_request`. */
export async function ownerOfMember(ctx: Context, memberId: Id<'member'>): Promise<OwnedMember> {
  const companyId = await findMemberCompany(ctx.sql, memberId);
  if (companyId === null) throw noSuch('member', memberId);
  return { companyId, memberId };
}
