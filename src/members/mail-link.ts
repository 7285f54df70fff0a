import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import { LINK_MS } from './rules/session-life.js';
import { insertLink } from './sql/sign-in.js';
import { hashOf, newSignInToken } from './tokens.js';

export interface LinkedMember {
  id: string;
  email: string;
  companyName: string;
}

/**
 * Mails a member a link that signs them in once, in the caller's transaction. The token stands behind `#`, so that no server
 * and no log sees it when the page is opened; the page sends it in the body of a POST, which mail scanners do not.
 *
 * @returns the link.
 */
export async function mailLink(
  ctx: Context,
  tx: Transaction,
  member: LinkedMember,
  { reason, letter }: { reason: string; letter: (of: { companyName: string; url: string }) => Letter },
): Promise<string> {
  const token = newSignInToken();
  const hash = hashOf(token);
  const expiresAt = new Date(ctx.clock.now().getTime() + LINK_MS);
  const url = `${ctx.config.origin}/dashboard/sign-in#${token}`;
  await insertLink(tx, { hash, memberId: member.id, expiresAt });
  await queueMail(ctx, tx, {
    reason,
    idempotencyKey: `${reason}/${hash.toString('hex').slice(0, 32)}`,
    to: member.email,
    letter: letter({ companyName: member.companyName, url }),
    expiresAt,
  });
  return url;
}
