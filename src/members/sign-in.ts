import { hashOf } from '../core/digest.js';
import { newId, randomText } from '../core/ids.js';
import { isAddressLike, NO_EMAIL, tidyAddress } from '../core/mail-address.js';
import { invalidField } from '../core/problems.js';
import { readName } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { MailUnavailable } from '../platform/mail/queue-mail.js';
import { mailLink, mailMember, newBrowser, signInLink } from './mails.js';
import { openVisit, visitOfLink } from './operator-visits.js';
import { parseBrowser } from './rules/parse-browser.js';
import { isBrowserOf, isKnownBrowser, noteBrowser } from './sql/browsers.js';
import { lockMemberships } from './sql/members.js';
import { deleteMemberSession, insertSession } from './sql/sessions.js';
import { countLinks, findLink, useLink } from './sql/sign-in.js';
import { newSessionToken } from './tokens.js';

/** A member has this many links that work, at most. */
const MAX_LINKS = 3;
/** With those requested in browsers in which they have signed in. */
const MAX_LINKS_KNOWN = 6;

/**
 * Mails a sign-in link to each membership of an address; to nobody when it has none. The caller learns nothing: the answer and the
 * limit are the same for every address.
 *
 * A member who has three links that work gets no other: requests in their name fill their mailbox no further, and cannot keep
 * them from signing in, because one of those links does. In a browser in which they have signed in they get three more.
 *
 * @param input.ip of the browser.
 * @param input.browser what the browser was given at an earlier sign-in, whoever's it was.
 * @throws {ProblemError} `invalid_request` for what is no address, `rate_limited`.
 * @throws {MailUnavailable} whether the address is known or not.
 */
export async function requestSignIn(
  ctx: Context,
  input: { email: string; ip: string; browser?: string | null },
): Promise<void> {
  const email = tidyAddress(input.email);
  if (!isAddressLike(email)) throw invalidField('email', NO_EMAIL);
  if (!ctx.mail) throw new MailUnavailable();
  await limitAttempts(ctx, 'sign_in_link', { ip: input.ip });
  await ctx.sql.begin(async (tx) => {
    for (const member of await lockMemberships(tx, email)) {
      const isKnown = input.browser ? await isBrowserOf(tx, hashOf(input.browser), member.id) : false;
      const most = isKnown ? MAX_LINKS_KNOWN : MAX_LINKS;
      if ((await countLinks(tx, member.id, ctx.clock.now())) >= most) continue;
      await mailLink(ctx, tx, member, { reason: 'sign_in', letter: signInLink });
    }
  });
}

/**
 * Says whom a sign-in link signs in, to somebody who has it, and does not use it up.
 *
 * @returns null for a link that is unknown, used or too old.
 * @throws {ProblemError} `rate_limited`.
 */
export async function showLink(
  ctx: Context,
  input: { token: string; ip: string },
): Promise<{ email: string; companyName: string } | null> {
  await limitAttempts(ctx, 'sign_in_link_shown', { ip: input.ip });
  const link = await findLink(ctx.sql, hashOf(input.token), ctx.clock.now());
  return link ? { email: link.email, companyName: link.companyName } : visitOfLink(ctx, input.token);
}

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
 *   used or too old. An operator's browser is not remembered.
 * @throws {ProblemError} `rate_limited`.
 */
export async function openSession(
  ctx: Context,
  input: OpenSessionInput,
): Promise<{ token: string; sessionId: string; browser: string | null } | null> {
  await limitAttempts(ctx, 'sign_in', { ip: input.ip });
  const now = ctx.clock.now();
  const token = newSessionToken();
  const sessionId = newId('session');
  const agent = (readName(input.agent).text ?? '').slice(0, LONGEST_AGENT);
  return ctx.sql.begin(async (tx) => {
    const used = await useLink(tx, hashOf(input.token), now);
    if (!used) return openedVisit(ctx, tx, input);
    const { memberId, companyId } = used;
    if (input.before) await endBefore(ctx, tx, input.before, now);
    await insertSession(tx, { id: sessionId, hash: hashOf(token), memberId, agent, now });
    const browser = await browserToken(tx, input.browser ?? null);
    const isNew = await noteBrowser(tx, hashOf(browser), memberId, now);
    const details = { session: sessionId, new_browser: isNew };
    await recordAction(ctx, tx, { action: 'member.sign_in', objectId: memberId, companyId, by: memberId, details });
    if (isNew) {
      const facts = { browser: parseBrowser(agent), ip: input.ip, at: now };
      await mailMember(ctx, tx, memberId, { reason: 'new_browser', letter: (of) => newBrowser(of, facts) });
    }
    return { token, sessionId, browser };
  });
}

async function openedVisit(ctx: Context, tx: Transaction, { token, before }: OpenSessionInput) {
  const opened = await openVisit(ctx, tx, token);
  if (opened === null) return null;
  if (before) await endBefore(ctx, tx, before, ctx.clock.now());
  return { ...opened, browser: null };
}

/** Ends the session that the browser had: its cookie goes, so nobody could end it there any more. */
async function endBefore(ctx: Context, tx: Transaction, token: string, now: Date): Promise<void> {
  const ended = await deleteMemberSession(tx, hashOf(token), now);
  if (!ended) return;
  const { memberId: objectId, companyId, sessionId } = ended;
  const details = { session: sessionId };
  await recordAction(ctx, tx, { action: 'member.sign_out', objectId, companyId, by: objectId, details });
}

/** The one that the browser has, if it is ours: nobody makes a browser known beforehand by giving it one. */
async function browserToken(tx: Transaction, given: string | null): Promise<string> {
  return given && (await isKnownBrowser(tx, hashOf(given))) ? given : randomText(BROWSER_TOKEN_LENGTH);
}
