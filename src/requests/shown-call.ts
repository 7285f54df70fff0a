import { isIPv4 } from 'node:net';
import { significantPart } from '../core/ip-allowlist.js';
import { holdsCredential } from '../core/key-format.js';
import { redactText } from '../platform/logs/logger.js';

/** Parameters whose values are not kept: credentials, our own cursors, and where a visitor is. */
const NAMES_ONLY: ReadonlySet<string> = new Set(['key', 'cursor', 'lat', 'lng', 'near', 'view']);
const LONGEST_VALUE = 60;
const LONGEST = 500;

/**
 * A query as the request log keeps it: the parameters that the operation declares, with what looks like a key or an e-mail
 * address taken out. Of the others not even the name is kept.
 */
export function shownQuery(text: string, declared: ReadonlySet<string>): string | null {
  const parts: string[] = [];
  for (const [name, value] of new URLSearchParams(text)) {
    if (!declared.has(name)) continue;
    const kept = NAMES_ONLY.has(name) || holdsCredential(value) ? '…' : redactText(value).slice(0, LONGEST_VALUE);
    parts.push(`${name}=${kept.replaceAll(/\p{Control}/gu, ' ')}`);
  }
  return parts.length === 0 ? null : parts.join('&').slice(0, LONGEST);
}

/** A caller's address; of a visitor, whose browser calls with a website key, the network only. */
export function shownCaller(address: string | undefined, isVisitor: boolean): string | null {
  if (address === undefined) return null;
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address;
  if (!isVisitor) return plain;
  if (isIPv4(plain)) return plain.replace(/\d+$/, '0/24');
  return `${significantPart(plain).split(':').slice(0, 3).join(':')}::/48`;
}
