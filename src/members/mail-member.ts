import { newId } from '../core/ids.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import type { OwnSignIn } from './letters.js';
import { findMailed } from './sql/members.js';

/** Later, the member has seen it themselves or it no longer helps. */
const WORTH_MS = 3 * 86_400_000;

/** Mails a member about a change of their own sign-in, in its transaction. Without a mail server it goes unmailed. */
export async function mailMember(
  ctx: Context,
  tx: Transaction,
  memberId: string,
  { reason, letter }: { reason: string; letter: (of: OwnSignIn) => Letter },
): Promise<void> {
  const member = await findMailed(tx, memberId);
  if (!ctx.mail || !member) return;
  await queueMail(ctx, tx, {
    reason,
    idempotencyKey: `${reason}/${newId('mail')}`,
    to: member.email,
    letter: letter({ companyName: member.companyName, url: `${ctx.config.origin}/dashboard/security` }),
    expiresAt: new Date(ctx.clock.now().getTime() + WORTH_MS),
  });
}
