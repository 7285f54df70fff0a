import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { MailUnavailable } from '../platform/mail/queue-mail.js';
import { checkedEmail } from './invite-member.js';
import { signInLink } from './letters.js';
import { mailLink } from './mail-link.js';
import { isBrowserOf } from './sql/browsers.js';
import { lockMemberships } from './sql/members.js';
import { countLinks } from './sql/sign-in.js';
import { hashOf } from './tokens.js';

/** A member has this many links that work, at most. */
const MAX_LINKS = 3;
/** With those asked for in browsers in which they have signed in. */
const MAX_LINKS_KNOWN = 6;

/**
 * Mails a sign-in link to each membership of an address; to nobody when it has none. The caller learns nothing: the answer and the
 * limit are the same for every address.
 *
 * A member who has three links that work gets no other: whoever asks in their name fills their mailbox no further, and cannot keep
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
  const email = checkedEmail(input.email);
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
