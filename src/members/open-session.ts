import { newId } from '../core/ids.js';
import { readText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { insertSession } from './sql/sessions.js';
import { useLink } from './sql/sign-in.js';
import { hashOf, newSessionToken } from './tokens.js';

const LONGEST_AGENT = 200;

/**
 * Uses a sign-in link up and opens a session. A second step may still be asked of it.
 *
 * @param input.agent what the browser calls itself, for the list of sessions.
 * @returns the token for the cookie, shown this once; null for a link that is unknown, used or too old.
 * @throws {ProblemError} `rate_limited`.
 */
export async function openSession(
  ctx: Context,
  input: { token: string; ip: string; agent: string },
): Promise<{ token: string; sessionId: string } | null> {
  await limitAttempts(ctx, 'sign_in', { ip: input.ip });
  const now = ctx.clock.now();
  const token = newSessionToken();
  const id = newId('session');
  const agent = (readText(input.agent).text ?? '').slice(0, LONGEST_AGENT);
  return ctx.sql.begin(async (tx) => {
    const used = await useLink(tx, hashOf(input.token), now);
    if (!used) return null;
    const { memberId, companyId } = used;
    await insertSession(tx, { id, hash: hashOf(token), memberId, agent, now });
    await recordAction(ctx, tx, { action: 'member.sign_in', objectId: memberId, companyId, by: memberId });
    return { token, sessionId: id };
  });
}
