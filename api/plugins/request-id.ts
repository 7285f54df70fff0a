import { randomBytes } from 'node:crypto';
import { ID_PREFIXES } from '../../src/core/ids.js';
import type { App } from '../http/access.js';

/** Of base64url: fifteen bytes. */
const CHARACTERS = 20;
let pool = '';
let used = 0;

/** A new request identifier; random characters are drawn in bulk because every request needs some. */
export function newRequestId(): string {
  if (used === pool.length) {
    pool = randomBytes(15 * 256).toString('base64url');
    used = 0;
  }
  const begin = used;
  used += CHARACTERS;
  return ID_PREFIXES.request + pool.slice(begin, used);
}

/** Every response names its request, including errors. */
export function requestId(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('service-request-id', request.id);
    done();
  });
}
