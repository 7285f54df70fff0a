import type { Id } from '../../core/ids.js';
import type { Transaction } from '../../platform/database/database.js';

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
