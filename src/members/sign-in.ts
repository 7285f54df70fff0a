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
import { lockMemberships } from './sql/members.js';
import { deleteMemberSession, insertSession } from './sql/sessions.js';
import { countLinks, findLink, isBrowserOf, isKnownBrowser, noteBrowser, useLink } from './sql/sign-in.js';
import { newSessionToken } from './tokens.js';

/** A member has this many links that work, at most. */
const MAX_LINKS = 3;
/** Including links requested in known browsers. */
const MAX_LINKS_KNOWN = 6;

/**
 * Mails a sign-in link for each membership of an address. The answer and the limit are the same for every address, so
 * that a caller cannot find out who is a member.
 *
 * A member with three valid links gets no further one: a stranger's requests do not fill their mailbox, and each of the
 * three links still signs them in. In a known browser they get three more.
 *
 * @param input.ip of the browser.
 * @param input.browser the browser's token from an earlier sign-in of any member.
 * @throws {ProblemError} `invalid_request` for an invalid address, `rate_limited`.
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

/** The member of a link, without using it; null: unknown, used or expired. @throws {ProblemError} `rate_limited`. */
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
  /** The browser's `User-Agent`, for the list of sessions. */
  agent: string;
  /** The browser's token from an earlier sign-in of any member. */
  browser?: string | null;
  /** The token of the session that it has. It ends. */
  before?: string | null;
}

/**
 * Uses a sign-in link up and opens a session. A second step may still be asked of it. The member gets a mail when they
 * have not signed in in this browser before.
 *
 * @returns the tokens for the cookies of the session and of the browser, shown this once; null for an unknown, used or
 * expired link. An operator's browser is not remembered.
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

/** Ends the browser's previous session: its cookie is replaced, so it could not be ended there any more. */
async function endBefore(ctx: Context, tx: Transaction, token: string, now: Date): Promise<void> {
  const ended = await deleteMemberSession(tx, hashOf(token), now);
  if (!ended) return;
  const { memberId: objectId, companyId, sessionId } = ended;
  const details = { session: sessionId };
  await recordAction(ctx, tx, { action: 'member.sign_out', objectId, companyId, by: objectId, details });
}

/** The browser's own token, if we made it. Otherwise an attacker could make a browser known by setting a cookie. */
async function browserToken(tx: Transaction, given: string | null): Promise<string> {
  return given && (await isKnownBrowser(tx, hashOf(given))) ? given : randomText(BROWSER_TOKEN_LENGTH);
}
