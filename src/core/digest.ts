import { createHash } from 'node:crypto';

/** What a key, token or code is stored as and found by. They are random, so that nobody can guess one from its hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
