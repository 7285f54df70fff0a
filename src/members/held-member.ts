import { conflict, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Role } from './rules/roles.js';
import { findMemberCompany, lockMembers, type OwnedMember } from './sql/members.js';

interface HeldMember {
  role: Role;
  /** The roles of all the company's other members. */
  others: Role[];
}

/** @throws {ProblemError} `invalid_request` for one who is not the company's. */
export async function heldMember(tx: Transaction, { companyId, memberId }: OwnedMember): Promise<HeldMember> {
  const members = await lockMembers(tx, companyId);
  const found = members.find(({ id }) => id === memberId);
  if (!found) throw noSuch('member', memberId);
  return { role: found.role, others: members.filter(({ id }) => id !== memberId).map(({ role }) => role) };
}

/** @throws {ProblemError} `invalid_request` when none of these is an owner. */
export function mustLeaveAnOwner(others: readonly Role[]): void {
  if (!others.includes('owner')) {
    throw conflict('member', 'is the last owner; make another member an owner first');
  }
}

/** A member with their company, for operators, who name the member alone. @throws {ProblemError} `invalid_request`. */
export async function ownerOfMember(ctx: Context, memberId: string): Promise<OwnedMember> {
  const companyId = await findMemberCompany(ctx.sql, memberId);
  if (companyId === null) throw noSuch('member', memberId);
  return { companyId, memberId };
}
