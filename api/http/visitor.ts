import { createHmac, hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { withoutPort } from '../../src/core/ip-allowlist.js';
import type { Context } from '../../src/platform/context/context.js';

/** The part of an address that stands for one visitor: IPv6 hosts change the lower half at will. */
function significantPart(forwarded: string): string {
  const address = withoutPort(forwarded);
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts.slice(0, 4).join(':');
}

/** Names of the present minute, so that a busy visitor is hashed once. */
const MAX_NAMES = 10_000;

/**
 * Names visitors without revealing them: a hash of the address, keyed with a salt that changes every day (UTC).
 * Nothing is kept beyond the minute in which it counts.
 */
export function visitorNamer(ctx: Context): (address: string | undefined) => string {
  const names = new Map<string, string>();
  let minute = -1;
  let salt = '';
  // A connection that has gone away has no address any more.
  return (address = '') => {
    const now = Math.floor(ctx.clock.now().getTime() / 60_000);
    if (now !== minute) {
      minute = now;
      names.clear();
      salt = createHmac('sha256', ctx.encryptionKey)
        .update(`visitor ${Math.floor(now / 1_440)}`)
        .digest('hex');
    }
    let name = names.get(address);
    if (name === undefined) {
      if (names.size >= MAX_NAMES) names.clear();
      name = hash('sha256', salt + significantPart(address), 'base64').slice(0, 22);
      names.set(address, name);
    }
    return name;
  };
}
