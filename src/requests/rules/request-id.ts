import { randomBytes } from 'node:crypto';
import { ID_PREFIXES } from '../../core/ids.js';

declare module '../../platform/context/context.js' {
  interface Memory {
    newRequestId: () => string;
  }
}

/** Milliseconds since 1970 in six bytes, then nine random ones: 8 and 12 characters of base64url. */
const TIME_BYTES = 6;
const RANDOM_BYTES = 9;
const RANDOM_CHARACTERS = 12;
const DRAWN_AT_ONCE = 256;
const FORM = new RegExp(`^${ID_PREFIXES.request}[A-Za-z0-9_-]{20}$`);

/** Makes identifiers of requests, each with its time; random characters are drawn in bulk because every request needs some. */
export function createRequestIds(clock: { now(): Date }): () => string {
  let pool = '';
  let used = 0;
  let instant = -1;
  let time = '';
  return () => {
    const now = clock.now().getTime();
    if (now !== instant) {
      const bytes = Buffer.alloc(TIME_BYTES);
      bytes.writeUIntBE(Math.trunc(now), 0, TIME_BYTES);
      instant = now;
      time = ID_PREFIXES.request + bytes.toString('base64url');
    }
    if (used === pool.length) {
      pool = randomBytes(RANDOM_BYTES * DRAWN_AT_ONCE).toString('base64url');
      used = 0;
    }
    const begin = used;
    used += RANDOM_CHARACTERS;
    return time + pool.slice(begin, used);
  };
}

/** When a request arrived, by its id; null where the text is no such id. */
export function instantOfRequest(id: string): Date | null {
  if (!FORM.test(id)) return null;
  const begin = ID_PREFIXES.request.length;
  return new Date(Buffer.from(id.slice(begin, begin + 8), 'base64url').readUIntBE(0, TIME_BYTES));
}
