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

/** Whether we made the token of a browser's cookie, for any member. */
export async function isKnownBrowser(tx: Transaction, hash: Buffer): Promise<boolean> {
  return (await tx`SELECT FROM member_browsers WHERE hash = ${hash} LIMIT 1`).length === 1;
}

/** Whether a member has signed in in the browser with this token. */
export async function isBrowserOf(tx: Transaction, hash: Buffer, memberId: Id<'member'>): Promise<boolean> {
  return (await tx`SELECT FROM member_browsers WHERE hash = ${hash} AND member_id = ${memberId}`).length === 1;
}

/** Notes that a member signs in in a browser; true when it is the first time. */
export async function noteBrowser(tx: Transaction, hash: Buffer, memberId: Id<'member'>, now: Date): Promise<boolean> {
  const [row] = await tx<{ isNew: boolean }[]>`
    INSERT INTO member_browsers (hash, member_id, seen_at) VALUES (${hash}, ${memberId}, ${now})
    ON CONFLICT (hash, member_id) DO UPDATE SET seen_at = excluded.seen_at
    RETURNING xmax = 0 AS is_new`;
  return row?.isNew === true;
}

export async function deleteBrowsers(tx: Transaction, memberId: Id<'member'>): Promise<void> {
  await tx`DELETE FROM member_browsers WHERE member_id = ${memberId}`;
}
