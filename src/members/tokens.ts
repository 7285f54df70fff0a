import { createHash, createHmac } from 'node:crypto';
import { randomText } from '../core/ids.js';
import { SESSION_PREFIX, SIGN_IN_PREFIX } from '../core/key-format.js';

/** Behind the prefix: 40 characters of 5.7 bits. Nobody guesses one. */
const LENGTH = 40;

export const newSignInToken = (): string => SIGN_IN_PREFIX + randomText(LENGTH);

export const newSessionToken = (): string => SESSION_PREFIX + randomText(LENGTH);

/** What is kept of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Names whoever tries without saying who it is. */
export function bucketOf(encryptionKey: Buffer, what: string, who: string): Buffer {
  return createHmac('sha256', encryptionKey).update(`sign-in attempts\n${what}\n${who}`).digest();
}
