import { NodeCryptoPlugin } from '@otplib/plugin-crypto-node';
import { generateSync } from '@otplib/totp';
import { inviteMember } from '../../../src/members/members.js';
import type { Role } from '../../../src/members/rules/roles.js';
import { readSession } from '../../../src/members/sessions.js';
import { openSession } from '../../../src/members/sign-in.js';
import type { SignedIn } from '../../../src/members/signed-in.js';
import type { Context } from '../../../src/platform/context/context.js';
import type { SealedMail } from '../../../src/platform/mail/queue-mail.js';
import { openMail } from '../../../src/platform/mail/send-mail.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a moment (RFC 6238). */
function codeAt(secret: Uint8Array, now: Date): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000), crypto: new NodeCryptoPlugin() });
}

/** The code that an authenticator app shows, from what its QR code says. */
export function codeOf(uri: string, now: Date): string {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return codeAt(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), now);
}

/** The mails that were queued, oldest first, with their recipients. */
export async function queuedMails(ctx: Context): Promise<SealedMail[]> {
  const rows = await ctx.sql<{ id: string; content: Buffer }[]>`
    SELECT id, content FROM mails WHERE content IS NOT NULL ORDER BY created_at, id`;
  return rows.map((row) => openMail(ctx, row));
}

/** The links in them. */
export async function mailedLinks(ctx: Context): Promise<{ to: string; subject: string; token: string }[]> {
  return (await queuedMails(ctx)).flatMap(({ to, subject, text }) => {
    const token = /\/dashboard\/sign-in#(\S+)/.exec(text)?.[1];
    return token ? [{ to, subject, token }] : [];
  });
}

export interface TestMember {
  memberId: string;
  companyId: string;
  /** The token of an open session. */
  token: string;
  caller: SignedIn;
}

/** A member who signed in. */
export async function signIn(
  ctx: Context,
  { companyId, email, role, ip = '192.0.2.1' }: { companyId: string; email: string; role: Role; ip?: string },
): Promise<TestMember> {
  const { id: memberId, url } = await inviteMember(ctx, { companyId, email, role });
  const opened = await openSession(ctx, { token: url.split('#')[1] ?? '', ip, agent: 'Browser' });
  const caller = opened && (await readSession(ctx, opened.token));
  if (!opened || !caller) throw new Error('not signed in');
  return { memberId, companyId, token: opened.token, caller };
}
