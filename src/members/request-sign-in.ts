import type { Context } from '../platform/context/context.js';
import { checkedEmail } from './invite-member.js';
import { signInLink } from './letters.js';
import { limitAttempts } from './limit-attempts.js';
import { mailLink } from './mail-link.js';
import { findMemberships } from './sql/members.js';

/**
 * Mails a sign-in link to each membership of an address; to nobody when it has none. The caller learns nothing: what is
 * answered, and what is limited, is the same for every address.
 *
 * @param input.ip whence it was asked.
 * @throws {ProblemError} `invalid_request` for what is no address, `rate_limited`.
 */
export async function requestSignIn(ctx: Context, input: { email: string; ip: string }): Promise<void> {
  const email = checkedEmail(input.email);
  await limitAttempts(ctx, 'link_ip', input.ip);
  await limitAttempts(ctx, 'link_address', email.toLowerCase());
  await ctx.sql.begin(async (tx) => {
    for (const member of await findMemberships(tx, email)) {
      await mailLink(ctx, tx, member, { reason: 'sign_in', letter: signInLink });
    }
  });
}
