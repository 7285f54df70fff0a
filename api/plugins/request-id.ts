import { randomFillSync } from 'node:crypto';
import { ID_PREFIXES } from '../../src/core/ids.js';
import type { App } from '../http/access.js';

/** Twenty characters of base64url. */
const BYTES = 15;
const pool = Buffer.allocUnsafe(BYTES * 256);
let used = pool.length;

/** A new request identifier; random bytes are drawn in bulk because every request needs one. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const begin = used;
  used += BYTES;
  return ID_PREFIXES.request + pool.toString('base64url', begin, used);
}

/** Every response names its request, including errors. */
export function requestId(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('service-request-id', request.id);
    done();
  });
}
