import { isIPv4 } from 'node:net';
import { significantPart } from '../core/ip-allowlist.js';
import { containsCredential } from '../core/key-format.js';
import { redactText } from '../platform/logs/logger.js';

/** Parameters whose values are not stored: credentials, our own cursors, and where a visitor is. */
const NAMES_ONLY: ReadonlySet<string> = new Set(['key', 'cursor', 'lat', 'lng', 'near', 'view']);
const LONGEST_VALUE = 60;
const LONGEST = 500;

/** Most values. They are too short to hold a credential, and hold nothing that an address or an escape needs. */
const HARMLESS = /^[\w.,: -]{0,20}$/;

/** Values of refused calls were not checked: only short words, numbers and instants are kept, no misplaced secrets. */
const SHORT = /^(?:[\w.,: -]{0,12}|[\d.,:TZ+-]{0,30})$/;

/**
 * A query as the request log keeps it: the parameters that the operation declares, with what looks like a key or an
 * e-mail address taken out. Other parameters are not stored, not even their names.
 *
 * @param accepted the call was not refused.
 */
export function loggedQuery(text: string, declared: ReadonlySet<string>, accepted: boolean): string | null {
  let shown = '';
  for (const part of text.split('&')) {
    const equals = part.indexOf('=');
    const name = equals === -1 ? part : part.slice(0, equals);
    if (!declared.has(name)) continue;
    const value = NAMES_ONLY.has(name) ? '…' : loggedValue(equals === -1 ? '' : part.slice(equals + 1), accepted);
    shown += shown === '' ? `${name}=${value}` : `&${name}=${value}`;
  }
  return shown === '' ? null : shown.slice(0, LONGEST);
}

function loggedValue(escaped: string, accepted: boolean): string {
  if (!accepted && !SHORT.test(escaped)) return '…';
  if (HARMLESS.test(escaped)) return escaped;
  const value = new URLSearchParams(`v=${escaped}`).get('v') ?? '';
  if (containsCredential(value)) return '…';
  return redactText(value)
    .slice(0, LONGEST_VALUE)
    .replaceAll(/\p{Control}/gu, ' ');
}

/** A caller's address; of a visitor, whose browser calls with a website key, the network only. */
export function loggedCaller(address: string | undefined, isVisitor: boolean): string | null {
  if (address === undefined) return null;
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (!isVisitor) return plain;
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  return `${significantPart(plain).split(':').slice(0, 3).join(':')}::/48`;
}
