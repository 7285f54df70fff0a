import { createHash } from 'node:crypto';

/** The stored form of a key, token or code, which also finds it. They are random, so they cannot be guessed from their hash. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
