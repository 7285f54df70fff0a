import type { Id } from '../../core/ids.js';
import { foldEmail, lowerAscii } from '../../core/mail-address.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { firstNumber, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { MailKind } from '../rules/mails.js';
import type { Role } from '../rules/roles.js';

/** A member of a company: every statement on one names both. */
export interface OwnedMember {
  companyId: Id<'company'>;
  memberId: Id<'member'>;
}

export interface MemberRow {
  id: Id<'member'>;
  companyId: Id<'company'>;
  email: string;
  role: Role;
  createdAt: Date;
  signedInAt: Date | null;
}

/** Adds a member; false when the company has the address already. Case does not matter. */
export function insertMember(tx: Transaction, member: Omit<MemberRow, 'signedInAt'>): Promise<boolean> {
  return isOneRow(tx`
    INSERT INTO members (id, company_id, email, role, created_at)
    VALUES (${member.id}, ${member.companyId}, ${member.email}, ${member.role}, ${member.createdAt})
    ON CONFLICT DO NOTHING`);
}

export interface ListedMemberRow extends MemberRow {
  /** The mails that they chose; null: they did not choose. */
  mails: MailKind[] | null;
  hasSecondStep: boolean;
}

/** A company's members, oldest first. Members who were invited and never signed in are included. */
export async function listMemberRows(sql: Queryable, companyId: Id<'company'>): Promise<ListedMemberRow[]> {
  return sql<ListedMemberRow[]>`
    SELECT id, company_id, email, role, created_at, signed_in_at, mails,
           (EXISTS (SELECT FROM member_totp t WHERE t.member_id = members.id)
            OR EXISTS (SELECT FROM member_passkeys p WHERE p.member_id = members.id)) AS has_second_step
      FROM members WHERE company_id = ${companyId} ORDER BY created_at, id`;
}

/** Holds all members of a company until the transaction ends, so that no two changes each leave the other as the last owner. */
export async function lockMembers(tx: Transaction, companyId: Id<'company'>): Promise<{ id: string; role: Role }[]> {
  return tx<{ id: string; role: Role }[]>`
    SELECT id, role FROM members WHERE company_id = ${companyId} ORDER BY id FOR UPDATE`;
}

/** Locks a member's row so that changes of their factors do not overlap; false when there is no such member. */
export function lockMember(tx: Transaction, { companyId, memberId }: OwnedMember): Promise<boolean> {
  return isOneRow(tx`
    SELECT id FROM members WHERE id = ${memberId} AND company_id = ${companyId} FOR NO KEY UPDATE`);
}

/** How many members the company has. No other transaction adds one before the caller's ends. */
export async function countMembersLocked(tx: Transaction, companyId: Id<'company'>): Promise<number> {
  await tx`SELECT FROM companies WHERE id = ${companyId} FOR NO KEY UPDATE`;
  return firstNumber(
    tx<{ count: number }[]>`SELECT count(*)::int AS count FROM members WHERE company_id = ${companyId}`,
  );
}

export function findMailed(sql: Queryable, memberId: Id<'member'>): Promise<Omit<LinkedMember, 'id'> | null> {
  return firstRow(sql<Omit<LinkedMember, 'id'>[]>`
    SELECT m.email, c.name AS company_name FROM members m JOIN companies c ON c.id = m.company_id
     WHERE m.id = ${memberId}`);
}

export async function deleteMember(tx: Transaction, { companyId, memberId }: OwnedMember): Promise<void> {
  await tx`DELETE FROM members WHERE id = ${memberId} AND company_id = ${companyId}`;
}

/** Remembers a former owner, whether or not they stay a member. */
export async function addFormerOwner(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  until: Date,
): Promise<void> {
  await tx`
    INSERT INTO former_owners (company_id, email, until)
    SELECT company_id, email, ${until} FROM members WHERE id = ${memberId} AND company_id = ${companyId}`;
}

/** The addresses of former owners since an instant, without `owners`. */
export async function listFormerOwners(
  sql: Queryable,
  companyId: Id<'company'>,
  { after, owners }: { after: Date; owners: readonly string[] },
): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    SELECT email FROM former_owners WHERE company_id = ${companyId} AND until > ${after} ORDER BY email`;
  const known = new Set(owners.map(foldEmail));
  const former = new Map(rows.map(({ email }) => [foldEmail(email), email]));
  return [...former].filter(([folded]) => !known.has(folded)).map(([, email]) => email);
}

export async function setRoleRow(tx: Transaction, { companyId, memberId }: OwnedMember, role: Role): Promise<void> {
  await tx`UPDATE members SET role = ${role} WHERE id = ${memberId} AND company_id = ${companyId}`;
}

/** Keeps which mode a member wants to see on the dashboard. */
export async function setShownModeRow(sql: Queryable, { companyId, memberId }: OwnedMember, mode: Mode): Promise<void> {
  await sql`UPDATE members SET shown_mode = ${mode} WHERE id = ${memberId} AND company_id = ${companyId}`;
}

export async function setMailsRow(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  mails: readonly MailKind[],
): Promise<void> {
  await tx`UPDATE members SET mails = ${[...mails]} WHERE id = ${memberId} AND company_id = ${companyId}`;
}

/** The company of a member; null when there is no such member. */
export function findMemberCompany(sql: Queryable, memberId: Id<'member'>): Promise<string | null> {
  return firstValue(sql<{ companyId: Id<'company'> }[]>`SELECT company_id FROM members WHERE id = ${memberId}`);
}

export interface LinkedMember {
  id: string;
  email: string;
  companyName: string;
}

/** Locks an address's memberships in active companies: concurrent link requests wait. Older rows keep the domain's case. */
export async function lockMemberships(tx: Transaction, email: string): Promise<LinkedMember[]> {
  return tx<LinkedMember[]>`
    SELECT m.id, m.email, c.name AS company_name FROM members m JOIN companies c ON c.id = m.company_id
     WHERE lower(m.email COLLATE "C") IN (${foldEmail(email)}, ${lowerAscii(email)}) AND c.status = 'active' ORDER BY m.id FOR NO KEY UPDATE OF m`;
}
