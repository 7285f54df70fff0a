import type { Context } from '../platform/context/context.js';
import { limitAttempts } from '../platform/limits/limit-attempts.js';
import { findLink } from './sql/sign-in.js';
import { hashOf } from './tokens.js';

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
  return link && { email: link.email, companyName: link.companyName };
}
