import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A separate key for stored secrets: the service's key also signs, and one key must not do both. */
function boxKey(encryptionKey: Buffer): Buffer {
  return createHmac('sha256', encryptionKey).update('stored secrets').digest();
}

/** Encrypts a secret with AES-256-GCM: iv, tag, ciphertext. @param owner id of its row; no other row can open it. */
export function sealSecret(encryptionKey: Buffer, owner: string, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', boxKey(encryptionKey), iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** A secret that no key decrypts; the message names the column, its row and the settings, and nothing of the secret. */
export class SecretUnopened extends Error {
  override name = 'SecretUnopened';
}

/** Where a box is stored: `field` is for people, `owner` the id of its row. */
export interface BoxPlace {
  field: string;
  owner: string;
}

/**
 * Decrypts a value with the first key that fits.
 *
 * @param keys the current key, then the previous one during a rotation.
 * @returns the secret, and whether the current key decrypted it.
 * @throws {SecretUnopened} when it was encrypted with another key or for another owner, or was changed.
 */
export function openSecret(
  keys: readonly Buffer[],
  { field, owner }: BoxPlace,
  box: Buffer,
): { secret: string; current: boolean } {
  for (const [position, key] of keys.entries()) {
    const secret = tryOpen(key, owner, box);
    if (secret !== null) return { secret, current: position === 0 };
  }
  const tried = keys.length > 1 ? 'neither ENCRYPTION_KEY nor ENCRYPTION_KEY_PREVIOUS is' : 'ENCRYPTION_KEY is not';
  throw new SecretUnopened(`${field} of ${owner} cannot be opened: ${tried} the key it was sealed with`);
}

function tryOpen(key: Buffer, owner: string, box: Buffer): string | null {
  if (box.length < IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', boxKey(key), box.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(box.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}
