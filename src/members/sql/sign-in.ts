import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable, Transaction } from '../../platform/database/database.js';
import { countRows, firstNumber, firstRow } from '../../platform/database/rows.js';
import { lockMember, type OwnedMember } from './members.js';

export async function insertLink(
  tx: Transaction,
  link: { hash: Buffer; memberId: Id<'member'>; expiresAt: Date },
): Promise<void> {
  await tx`INSERT INTO sign_in_links (hash, member_id, expires_at) VALUES (${link.hash}, ${link.memberId}, ${link.expiresAt})`;
}

export function countLinks(tx: Transaction, memberId: Id<'member'>, now: Date): Promise<number> {
  return firstNumber(tx<{ count: number }[]>`
    SELECT count(*)::int AS count FROM sign_in_links WHERE member_id = ${memberId} AND expires_at > ${now}`);
}

/** Ends the links of a member that were not used. */
export async function deleteLinks(tx: Transaction, memberId: Id<'member'>): Promise<void> {
  await tx`DELETE FROM sign_in_links WHERE member_id = ${memberId}`;
}

export interface LinkRow extends OwnedMember {
  email: string;
  companyName: string;
}

/** The member of a link; null when it is unknown, used or expired, or its company is suspended. */
export function findLink(sql: Queryable, hash: Buffer, now: Date): Promise<LinkRow | null> {
  return firstRow(sql<LinkRow[]>`
    SELECT m.id AS member_id, m.company_id, m.email, c.name AS company_name
      FROM sign_in_links l JOIN members m ON m.id = l.member_id JOIN companies c ON c.id = m.company_id
     WHERE l.hash = ${hash} AND l.expires_at > ${now} AND c.status = 'active'`);
}

/** Uses a link up, with all others of its member; null when it is unknown, used or too old, or its company is suspended. */
export async function useLink(tx: Transaction, hash: Buffer, now: Date): Promise<OwnedMember | null> {
  const link = await findLink(tx, hash, now);
  // The member is locked first, as in every change of a member, so that no two transactions wait for each other.
  if (!link || !(await lockMember(tx, link))) return null;
  const { memberId, companyId } = link;
  const { count } = await tx`DELETE FROM sign_in_links WHERE hash = ${hash}`;
  if (count === 0) return null;
  await tx`DELETE FROM sign_in_links WHERE member_id = ${memberId}`;
  await tx`UPDATE members SET signed_in_at = ${now} WHERE id = ${memberId}`;
  return { memberId, companyId };
}

/** Deletes up to `limit` rows of each that no longer count; answers how many. */
export async function deleteRows(
  sql: Queryable,
  before: { links: Date; sessionsSeen: Date; sessionsMade: Date; browsers: Date; formerOwners: Date },
  limit: number,
): Promise<number> {
  const remove = (table: string, key: string, old: Fragment) =>
    countRows(sql`
      DELETE FROM ${sql(table)} WHERE ${sql(key)} = ANY (ARRAY(
        SELECT ${sql(key)} FROM ${sql(table)} WHERE ${old} LIMIT ${limit}))`);
  const { sessionsSeen, sessionsMade } = before;
  const links = await remove('sign_in_links', 'hash', sql`expires_at <= ${before.links}`);
  const sessions = await remove(
    'member_sessions',
    'id',
    sql`seen_at <= ${sessionsSeen} OR created_at <= ${sessionsMade}`,
  );
  const browsers = await remove('member_browsers', 'ctid', sql`seen_at <= ${before.browsers}`);
  const visits = await remove('operator_visits', 'id', sql`ends_at <= ${before.links}`);
  const owners = await remove('former_owners', 'ctid', sql`until <= ${before.formerOwners}`);
  return links + sessions + browsers + visits + owners;
}
