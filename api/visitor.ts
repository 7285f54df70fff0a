import { createHmac, hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Context } from '../src/services/context.js';

/** The part of an address that stands for one visitor: IPv6 hosts change the lower half at will. */
function significantPart(address: string): string {
  if (!address.includes(':')) return address;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed.parts.slice(0, 4).join(':');
}

/**
 * Names visitors without revealing them: a hash of the address, keyed with a salt that changes every day (UTC).
 * Neither addresses nor names are kept.
 */
export function visitorNamer(ctx: Context): (address: string) => string {
  let day = -1;
  let salt = '';
  return (address) => {
    const today = Math.floor(ctx.clock.now().getTime() / 86_400_000);
    if (today !== day) {
      day = today;
      salt = createHmac('sha256', ctx.encryptionKey).update(`visitor ${today}`).digest('hex');
    }
    return hash('sha256', salt + significantPart(address), 'base64').slice(0, 22);
  };
}
