import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A key of its own for stored secrets: the service's key also signs, and one key must not do both. */
function boxKey(encryptionKey: Buffer): Buffer {
  return createHmac('sha256', encryptionKey).update('stored secrets').digest();
}

/**
 * Encrypts a secret with AES-256-GCM: iv, tag, ciphertext.
 *
 * @param owner id of the row it belongs to; it cannot be opened as another's.
 */
export function sealSecret(encryptionKey: Buffer, owner: string, secret: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', boxKey(encryptionKey), iv).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** @throws {Error} when the box was sealed with another key, for another owner, or changed since. */
export function openSecret(encryptionKey: Buffer, owner: string, box: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', boxKey(encryptionKey), box.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    return decipher.update(box.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch (cause) {
    throw new Error(`The secret of ${owner} cannot be opened: ENCRYPTION_KEY is not the one it was kept with`, {
      cause,
    });
  }
}
