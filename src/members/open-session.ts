import { newId, randomText } from '../core/ids.js';
import { readName } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { newBrowser } from './letters.js';
import { mailMember } from './mail-member.js';
import { browserOf } from './rules/browser-of.js';
import { isKnownBrowser, noteBrowser } from './sql/browsers.js';
import { deleteSessionOf, insertSession } from './sql/sessions.js';
import { useLink } from './sql/sign-in.js';
import { hashOf, newSessionToken } from './tokens.js';

const LONGEST_AGENT = 200;
const BROWSER_TOKEN_LENGTH = 40;

export interface OpenSessionInput {
  token: string;
  ip: string;
  /** What the browser calls itself, for the list of sessions. */
  agent: string;
  /** What the browser was given at an earlier sign-in, whoever's it was. */
  browser?: string | null;
  /** The token of the session that it has. It ends. */
  before?: string | null;
}

/**
 * Uses a sign-in link up and opens a session. A second step may still be asked of it. The member gets a mail when they have
 * not signed in in this browser before.
 *
 * @returns the tokens for the cookies of the session and of the browser, shown this once; null for a link that is unknown,
 *   used or too old.
 * @throws {ProblemError} `rate_limited`.
 */
export async function openSession(
  ctx: Context,
  input: OpenSessionInput,
): Promise<{ token: string; sessionId: string; browser: string } | null> {
  await limitAttempts(ctx, 'sign_in', { ip: input.ip });
  const now = ctx.clock.now();
  const token = newSessionToken();
  const sessionId = newId('session');
  const agent = (readName(input.agent).text ?? '').slice(0, LONGEST_AGENT);
  return ctx.sql.begin(async (tx) => {
    const used = await useLink(tx, hashOf(input.token), now);
    if (!used) return null;
    const { memberId, companyId } = used;
    if (input.before) await endBefore(ctx, tx, input.before, now);
    await insertSession(tx, { id: sessionId, hash: hashOf(token), memberId, agent, now });
    const browser = await browserToken(tx, input.browser ?? null);
    const isNew = await noteBrowser(tx, hashOf(browser), memberId, now);
    const details = { session: sessionId, new_browser: isNew };
    await recordAction(ctx, tx, { action: 'member.sign_in', objectId: memberId, companyId, by: memberId, details });
    if (isNew) {
      const facts = { browser: browserOf(agent), ip: input.ip, at: now };
      await mailMember(ctx, tx, memberId, { reason: 'new_browser', letter: (of) => newBrowser(of, facts) });
    }
    return { token, sessionId, browser };
  });
}

/** Ends the session that the browser had: its cookie goes, so nobody could end it there any more. */
async function endBefore(ctx: Context, tx: Transaction, token: string, now: Date): Promise<void> {
  const ended = await deleteSessionOf(tx, hashOf(token), now);
  if (!ended) return;
  const { memberId: objectId, companyId, sessionId } = ended;
  const details = { session: sessionId };
  await recordAction(ctx, tx, { action: 'member.sign_out', objectId, companyId, by: objectId, details });
}

/** The one that the browser has, if it is ours: nobody makes a browser known beforehand by giving it one. */
async function browserToken(tx: Transaction, given: string | null): Promise<string> {
  return given && (await isKnownBrowser(tx, hashOf(given))) ? given : randomText(BROWSER_TOKEN_LENGTH);
}
