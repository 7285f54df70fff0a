import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { countRows, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { Role } from '../rules/roles.js';
import type { OwnedMember } from './members.js';

export interface SessionRow {
  id: string;
  agent: string;
  createdAt: Date;
  seenAt: Date;
  secondStepAt: Date | null;
}

/** A session with its member, as every call reads it. */
export interface KnownSessionRow extends SessionRow {
  memberId: Id<'member'>;
  companyId: Id<'company'>;
  companyName: string;
  companyCurrency: string;
  companyStatus: 'active' | 'suspended';
  email: string;
  role: Role;
  shownMode: Mode | null;
  hasTotp: boolean;
  passkeys: number;
  /** Found by the token before the current one. */
  byPrevious: boolean;
  /** Whether the second step was owed under that one; null: there was none. */
  previousOwed: boolean | null;
}

export async function insertSession(
  tx: Transaction,
  session: { id: string; hash: Buffer; memberId: Id<'member'>; agent: string; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO member_sessions (id, hash, member_id, agent, created_at, seen_at)
    VALUES (${session.id}, ${session.hash}, ${session.memberId}, ${session.agent}, ${session.now}, ${session.now})`;
}

/** The session of a token, also of the one before the current one while that counts. */
export function findSession(sql: Queryable, hash: Buffer, now: Date): Promise<KnownSessionRow | null> {
  return firstRow(sql<KnownSessionRow[]>`
    SELECT s.id, s.agent, s.created_at, s.seen_at, s.second_step_at, m.id AS member_id, m.company_id, m.email, m.role, m.shown_mode,
           c.name AS company_name, c.currency AS company_currency, c.status AS company_status,
           EXISTS (SELECT FROM member_totp t WHERE t.member_id = m.id) AS has_totp,
           (SELECT count(*)::int FROM member_passkeys p WHERE p.member_id = m.id) AS passkeys,
           s.hash <> ${hash} AS by_previous, s.previous_owed
      FROM member_sessions s JOIN members m ON m.id = s.member_id JOIN companies c ON c.id = m.company_id
     WHERE s.hash = ${hash} OR (s.previous_hash = ${hash} AND s.previous_until > ${now})`);
}

export async function touchSession(sql: Queryable, id: string, now: Date): Promise<void> {
  await sql`UPDATE member_sessions SET seen_at = ${now} WHERE id = ${id}`;
}

/** Notes that the second step was taken in a session, and gives it another token; false when the session has ended. */
export function raiseSessionRow(
  tx: Transaction,
  { memberId, sessionId }: { memberId: Id<'member'>; sessionId: string },
  { hash, now, previousUntil, previousOwed }: { hash: Buffer; now: Date; previousUntil: Date; previousOwed: boolean },
): Promise<boolean> {
  return isOneRow(tx`
    UPDATE member_sessions
       SET hash = ${hash}, second_step_at = ${now},
           previous_hash = hash, previous_until = ${previousUntil}, previous_owed = ${previousOwed}
     WHERE id = ${sessionId} AND member_id = ${memberId}`);
}

/** Forgets in all sessions of a member that the second step was taken. */
export async function deleteSecondSteps(tx: Transaction, memberId: Id<'member'>): Promise<void> {
  await tx`UPDATE member_sessions SET second_step_at = NULL WHERE member_id = ${memberId}`;
}

/** Deletes the factors that are being set up in all sessions of a member. */
export async function deletePending(tx: Transaction, memberId: Id<'member'>): Promise<void> {
  await tx`
    UPDATE member_sessions
       SET pending_totp = NULL, pending_totp_until = NULL, challenge = NULL, challenge_until = NULL
     WHERE member_id = ${memberId}`;
}

export async function listSessionRows(sql: Queryable, { companyId, memberId }: OwnedMember): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    SELECT s.id, s.agent, s.created_at, s.seen_at, s.second_step_at
      FROM member_sessions s JOIN members m ON m.id = s.member_id
     WHERE s.member_id = ${memberId} AND m.company_id = ${companyId} ORDER BY s.seen_at DESC, s.id`;
}

/** Ends one session of a member; false when they have no such session. */
export function deleteSession(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  sessionId: string,
): Promise<boolean> {
  return isOneRow(tx`
    DELETE FROM member_sessions s USING members m
     WHERE s.id = ${sessionId} AND s.member_id = ${memberId} AND m.id = s.member_id AND m.company_id = ${companyId}`);
}

/** Ends all sessions of a member but one, or with null all of them; answers how many. */
export function deleteOtherSessions(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  sessionId: string | null,
): Promise<number> {
  return countRows(tx`
    DELETE FROM member_sessions s USING members m
     WHERE s.member_id = ${memberId} AND m.id = s.member_id AND m.company_id = ${companyId}
       AND (${sessionId}::text IS NULL OR s.id <> ${sessionId})`);
}

/** Ends the session of a token, the current one or the one before; answers whose it was, null when there is none. */
export function deleteMemberSession(
  tx: Transaction,
  hash: Buffer,
  now: Date,
): Promise<(OwnedMember & { sessionId: string }) | null> {
  return firstRow(tx<(OwnedMember & { sessionId: string })[]>`
    DELETE FROM member_sessions s USING members m
     WHERE (s.hash = ${hash} OR (s.previous_hash = ${hash} AND s.previous_until > ${now})) AND m.id = s.member_id
    RETURNING s.id AS session_id, m.id AS member_id, m.company_id`);
}

/** Stores the challenge that a passkey must sign next in a session. */
export async function keepChallenge(
  sql: Queryable,
  { memberId, sessionId }: { memberId: Id<'member'>; sessionId: string },
  { challenge, until }: { challenge: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE member_sessions SET challenge = ${challenge}, challenge_until = ${until}
     WHERE id = ${sessionId} AND member_id = ${memberId}`;
}

/** Uses a session's challenge up; null when it has none that counts. */
export function takeChallenge(
  sql: Queryable,
  { memberId, sessionId }: { memberId: Id<'member'>; sessionId: string },
  now: Date,
): Promise<string | null> {
  return firstValue(sql<{ challenge: string | null }[]>`
    UPDATE member_sessions s SET challenge = NULL, challenge_until = NULL
      FROM (SELECT id, challenge, challenge_until FROM member_sessions
             WHERE id = ${sessionId} AND member_id = ${memberId} FOR UPDATE) AS was
     WHERE s.id = was.id
    RETURNING CASE WHEN was.challenge_until > ${now} THEN was.challenge END AS challenge`);
}
