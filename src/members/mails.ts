import { hashOf } from '../core/digest.js';
import { type Id, newId } from '../core/ids.js';
import { DAY } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Letter } from '../platform/mail/compose.js';
import { queueMail } from '../platform/mail/queue-mail.js';
import { chosenMails, type MailKind } from './rules/mails.js';
import { FORMER_OWNER_MS, LINK_MS } from './rules/session-life.js';
import { findMailed, type LinkedMember, listFormerOwners, listMemberRows } from './sql/members.js';
import { insertLink } from './sql/sign-in.js';
import { newSignInToken } from './tokens.js';

const NOT_YOU = 'If you did not expect this email, you can ignore it. Nothing happens without the link.';
const ONCE = 'The link works once, for 15 minutes.';

/** To a new member. */
export function invitation({ companyName, url }: { companyName: string; url: string }): Letter {
  return {
    subject: `You are invited to ${companyName} on Partner Events`,
    paragraphs: [`You can now sign in to the Partner Events dashboard for ${companyName}.`],
    action: { label: 'Sign in', url },
    notes: [`${ONCE} After that, request another on the sign-in page with this email address.`, NOT_YOU],
  };
}

export interface OwnSignIn {
  companyName: string;
  /** The page where they see and change it. */
  url: string;
}

const check = (url: string) => ({ label: 'Review your sign-in', url });
const NOT_YOU_THEN =
  'If this was not you, end all other sessions on that page, and let an owner of your company know: someone may be able to read your email.';

/** To a member who signed in where they had not before. */
export function newBrowser(
  { companyName, url }: OwnSignIn,
  { browser, ip, at }: { browser: string | null; ip: string; at: Date },
): Letter {
  return {
    subject: `New sign-in to ${companyName} on Partner Events`,
    paragraphs: [`Someone signed in to ${companyName} as you, from a browser you have not used before.`],
    facts: [
      ['Browser', browser ?? 'unknown'],
      ['IP address', ip],
      ['Time', at.toISOString()],
    ],
    action: check(url),
    notes: [`If it was you, you don’t need to do anything. ${NOT_YOU_THEN}`],
  };
}

/** To a member whose second step has one factor more. @param what such as `A passkey`. */
export function factorAdded({ companyName, url }: OwnSignIn, what: string): Letter {
  return {
    subject: `${what} was added to your sign-in on Partner Events`,
    paragraphs: [`${what} was added to your sign-in for ${companyName}. You can now confirm your sign-in with it.`],
    action: check(url),
    notes: [`${NOT_YOU_THEN} Remove anything you don’t recognize.`],
  };
}

/** To a member whose second step has one factor less. @param what such as `A passkey`. */
export function factorRemoved(what: string): (of: OwnSignIn) => Letter {
  return ({ companyName, url }) => ({
    subject: `${what} was removed from your sign-in on Partner Events`,
    paragraphs: [`${what} was removed from your sign-in for ${companyName}. Your other sessions have ended.`],
    action: check(url),
    notes: [NOT_YOU_THEN],
  });
}

/** To a member whose second step an owner took away. */
export function secondStepReset({ companyName, url }: OwnSignIn): Letter {
  return {
    subject: 'Your second step was reset on Partner Events',
    paragraphs: [
      `An owner of ${companyName} removed your authenticator app and passkeys. Your sessions have ended.`,
      'Sign in with a new link and set up a second step again.',
    ],
    action: check(url),
    notes: [
      'If you did not request this, let an owner of your company know: someone may have requested it in your name.',
    ],
  };
}

/** To a member who requested it. */
export function signInLink({ companyName, url }: { companyName: string; url: string }): Letter {
  return {
    subject: `Sign in to ${companyName} on Partner Events`,
    paragraphs: [`Here is your link to the Partner Events dashboard for ${companyName}.`],
    action: { label: 'Sign in', url },
    notes: [ONCE, NOT_YOU],
  };
}

/** Later, the member has seen it themselves, or it no longer helps. */
const WORTH_MS = 3 * DAY;

/** Mails a member about a change of their own sign-in, in its transaction. Without a mail server it goes unmailed. */
export async function mailMember(
  ctx: Context,
  tx: Transaction,
  memberId: Id<'member'>,
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
