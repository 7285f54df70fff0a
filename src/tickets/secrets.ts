import { randomBytes } from 'node:crypto';
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
