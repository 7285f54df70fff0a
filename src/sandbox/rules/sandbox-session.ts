import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Id } from '../../core/ids.js';

/** How long the sandbox page remembers a test key. */
export const SESSION_MS = 2 * 60 * 60 * 1000;

/** A signed token that names a key until it expires; the key itself is not in it. */
export function sealSession(secret: Buffer, keyId: Id<'key'>, now: Date): string {
  const content = `${keyId}.${now.getTime() + SESSION_MS}`;
  return `${content}.${sign(secret, content)}`;
}

/** The key of the session, or null when it is invalid or expired. */
export function openSession(secret: Buffer, token: string, now: Date): string | null {
  const [keyId = '', expires = '', signature = ''] = token.split('.', 3);
  if (!same(signature, sign(secret, `${keyId}.${expires}`))) return null;
  return Number(expires) > now.getTime() ? keyId : null;
}

/** The token in the forms of that session, so that no other website can send them. */
export function formToken(secret: Buffer, session: string): string {
  return sign(secret, `form.${session}`);
}

export function isFormToken(secret: Buffer, session: string, token: string): boolean {
  return same(token, formToken(secret, session));
}

function sign(secret: Buffer, content: string): string {
  return createHmac('sha256', secret).update(`sandbox\n${content}`).digest('base64url');
}

function same(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
