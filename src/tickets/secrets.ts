import { createHash, randomBytes } from 'node:crypto';
import { randomText } from '../core/ids.js';
import { CODE_ALPHABET, CODE_LENGTH } from './rules/ticket-code.js';

/** A new code for the door; each of its 32 characters is equally likely. */
export function newTicketCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

/** A new secret part of the link to an order's page: 183 bits. */
export function newPageToken(): string {
  return randomText(32);
}

/** What a code, token or key is found by. The secrets are random, so that nobody can guess one from its hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
