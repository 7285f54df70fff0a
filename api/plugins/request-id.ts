import { randomFillSync } from 'node:crypto';
import { ID_PREFIXES } from '../../src/core/ids.js';
import type { App } from '../http/access.js';

// 64 symbols, so that six bits of each random byte choose one without bias.
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_';
const LENGTH = 20;
const pool = Buffer.allocUnsafe(LENGTH * 256);
let used = pool.length;

/** A new request identifier; random bytes are drawn in bulk because every request needs one. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text: string = ID_PREFIXES.request;
  for (const end = used + LENGTH; used < end; used++) text += ALPHABET[(pool[used] as number) & 63];
  return text;
}

/** Every response names its request, including errors. */
export function requestId(app: App): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('Service-Request-Id', request.id);
    done();
  });
}
