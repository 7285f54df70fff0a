import { createHash } from 'node:crypto';
import { randomText } from '../core/ids.js';
import { SESSION_PREFIX, SIGN_IN_PREFIX } from '../core/key-format.js';

/** Behind the prefix: 40 characters of 5.7 bits. Nobody guesses one. */
const LENGTH = 40;

export const newSignInToken = (): string => SIGN_IN_PREFIX + randomText(LENGTH);

export const newSessionToken = (): string => SESSION_PREFIX + randomText(LENGTH);

/** What is kept of a token. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
