import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import { chosenMails, type MailKind } from './rules/mails.js';
import { FORMER_OWNER_MS } from './rules/session-life.js';
import { listFormerOwners, listMemberRows } from './sql/members.js';

/** News of last week is worth nothing. */
const WORTH_MS = 3 * DAY;

/**
 * Mails the members of a company who get mails of a kind, in the caller's transaction, each once. Without a mail server
 * it sends nothing.
 *
 * @param mail.idempotencyKey identifies the news. The key of each mail adds the member's id.
 * @returns how many mails were queued.
 */
export async function mailMembers(
  ctx: Context,
  tx: Transaction,
  companyId: Id<'company'>,
  { kind, reason, idempotencyKey, letter }: { kind: MailKind; reason: string; idempotencyKey: string; letter: Letter },
): Promise<number> {
  if (!ctx.mail) return 0;
  const expiresAt = new Date(ctx.clock.now().getTime() + WORTH_MS);
  const notes = [
    ...(letter.notes ?? []),
    `You can choose which emails you get: ${ctx.config.origin}/dashboard/security`,
  ];
  let queued = 0;
  for (const member of await listMemberRows(tx, companyId)) {
    if (!chosenMails(member).includes(kind)) continue;
    const id = await queueMail(ctx, tx, {
      reason,
      idempotencyKey: `${idempotencyKey}/${member.id}`,
      to: member.email,
      letter: { ...letter, notes },
      expiresAt,
    });
    if (id !== null) queued++;
  }
  return queued;
}

/** A mail to the owners of a company, who cannot choose not to get it. */
export interface OwnersMail {
  reason: string;
  /** Identifies the news. The key of each mail adds the owner's id. */
  idempotencyKey: string;
  letter: Letter;
}

const FORMER = [
  'You get this because you were an owner of the company until a short while ago. If you did not expect to stop being one, contact us immediately.',
];

/**
 * Mails every owner of a company about its money, in the caller's transaction, each once; and everyone who was an owner
 * in the last 72 hours: an attacker may remove the owners first. Without a mail server it sends nothing.
 *
 * @returns how many mails were queued.
 */
export async function mailOwners(
  ctx: Context,
  tx: Transaction,
  companyId: Id<'company'>,
  { reason, idempotencyKey, letter }: OwnersMail,
): Promise<number> {
  if (!ctx.mail) return 0;
  const now = ctx.clock.now().getTime();
  const expiresAt = new Date(now + WORTH_MS);
  const owners = (await listMemberRows(tx, companyId)).filter(({ role }) => role === 'owner');
  for (const { id, email } of owners) {
    await queueMail(ctx, tx, { reason, idempotencyKey: `${idempotencyKey}/${id}`, to: email, letter, expiresAt });
  }
  const after = new Date(now - FORMER_OWNER_MS);
  const former = await listFormerOwners(tx, companyId, { after, owners: owners.map(({ email }) => email) });
  for (const to of former) {
    const key = `${idempotencyKey}/former/${hashOf(to).toString('hex')}`;
    // The page that it leads owners to is closed to them.
    const formerLetter = { ...letter, action: undefined, notes: FORMER };
    await queueMail(ctx, tx, { reason, idempotencyKey: key, to, letter: formerLetter, expiresAt });
  }
  return owners.length + former.length;
}
