import { createHmac, hash } from 'node:crypto';
import { significantPart } from '../../src/core/ip-allowlist.js';
import type { Context } from '../../src/platform/context/context.js';

/** Names of the present minute, so that a busy visitor is hashed once. */
const MAX_NAMES = 10_000;

/** A hash of the IP address with a salt that changes every day (UTC); nothing is stored beyond the minute it counts for. */
export function visitorNamer(ctx: Context): (address: string | undefined) => string {
  const names = new Map<string, string>();
  let minute = -1;
  let salt = '';
  // A closed connection has no address any more.
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
