import { ConfigError } from '../config/config.js';
import type { Context } from '../context/context.js';

/** The keys that open what was sealed or signed: the current one, and the one before it while a rotation lasts. */
export function openingKeys(ctx: Context): readonly Buffer[] {
  return ctx.previousEncryptionKey ? [ctx.encryptionKey, ctx.previousEncryptionKey] : [ctx.encryptionKey];
}

/**
 * The key that seals what is kept.
 *
 * @throws {ConfigError} without `ENCRYPTION_KEY`: no other process, nor this one after a restart, could open it.
 */
export function sealingKey(ctx: Context): Buffer {
  if (!ctx.config.encryptionKey) throw new ConfigError('ENCRYPTION_KEY: must be set to keep a secret');
  return ctx.encryptionKey;
}
