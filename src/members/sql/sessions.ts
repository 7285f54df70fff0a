import type { Queryable, Transaction } from '../../platform/database/database.js';
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
  memberId: string;
  companyId: string;
  companyName: string;
  companyCurrency: string;
  companyStatus: 'active' | 'suspended';
  email: string;
  role: Role;
  /** Whether an authenticator app was confirmed. */
  hasTotp: boolean;
  passkeys: number;
}

export async function insertSession(
  tx: Transaction,
  session: { id: string; hash: Buffer; memberId: string; agent: string; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO member_sessions (id, hash, member_id, agent, created_at, seen_at)
    VALUES (${session.id}, ${session.hash}, ${session.memberId}, ${session.agent}, ${session.now}, ${session.now})`;
}

export async function findSession(sql: Queryable, hash: Buffer): Promise<KnownSessionRow | null> {
  const [row] = await sql<KnownSessionRow[]>`
    SELECT s.id, s.agent, s.created_at, s.seen_at, s.second_step_at, m.id AS member_id, m.company_id, m.email, m.role,
           c.name AS company_name, c.currency AS company_currency, c.status AS company_status,
           EXISTS (SELECT FROM member_totp t WHERE t.member_id = m.id AND t.confirmed_at IS NOT NULL) AS has_totp,
           (SELECT count(*)::int FROM member_passkeys p WHERE p.member_id = m.id) AS passkeys
      FROM member_sessions s JOIN members m ON m.id = s.member_id JOIN companies c ON c.id = m.company_id
     WHERE s.hash = ${hash}`;
  return row ?? null;
}

export async function touchSession(sql: Queryable, id: string, now: Date): Promise<void> {
  await sql`UPDATE member_sessions SET seen_at = ${now} WHERE id = ${id}`;
}

/** Notes that the second step was taken in a session of this member. */
export async function noteSecondStep(tx: Transaction, memberId: string, sessionId: string, now: Date): Promise<void> {
  await tx`UPDATE member_sessions SET second_step_at = ${now} WHERE id = ${sessionId} AND member_id = ${memberId}`;
}

/** A member's sessions, last used first. */
export async function listSessionRows(sql: Queryable, { companyId, memberId }: OwnedMember): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    SELECT s.id, s.agent, s.created_at, s.seen_at, s.second_step_at
      FROM member_sessions s JOIN members m ON m.id = s.member_id
     WHERE s.member_id = ${memberId} AND m.company_id = ${companyId} ORDER BY s.seen_at DESC, s.id`;
}

/** Ends one session of a member; false when they have no such session. */
export async function deleteSession(
  tx: Transaction,
  { companyId, memberId }: OwnedMember,
  sessionId: string,
): Promise<boolean> {
  const { count } = await tx`
    DELETE FROM member_sessions s USING members m
     WHERE s.id = ${sessionId} AND s.member_id = ${memberId} AND m.id = s.member_id AND m.company_id = ${companyId}`;
  return count === 1;
}

/** Keeps what a passkey must sign next in a session. */
export async function keepChallenge(
  sql: Queryable,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  { challenge, until }: { challenge: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE member_sessions SET challenge = ${challenge}, challenge_until = ${until}
     WHERE id = ${sessionId} AND member_id = ${memberId}`;
}

/** Uses a session's challenge up; null when it has none that counts. */
export async function takeChallenge(
  sql: Queryable,
  { memberId, sessionId }: { memberId: string; sessionId: string },
  now: Date,
): Promise<string | null> {
  const [row] = await sql<{ challenge: string | null }[]>`
    UPDATE member_sessions s SET challenge = NULL, challenge_until = NULL
      FROM (SELECT id, challenge, challenge_until FROM member_sessions
             WHERE id = ${sessionId} AND member_id = ${memberId} FOR UPDATE) AS was
     WHERE s.id = was.id
    RETURNING CASE WHEN was.challenge_until > ${now} THEN was.challenge END AS challenge`;
  return row?.challenge ?? null;
}
