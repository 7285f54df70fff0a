import { ConfigError } from '../config/config.js';
import type { Context } from '../context/context.js';

/** The keys for decryption and signatures: the current one, and the previous one during a rotation. */
export function openingKeys(ctx: Context): readonly Buffer[] {
  return ctx.previousEncryptionKey ? [ctx.encryptionKey, ctx.previousEncryptionKey] : [ctx.encryptionKey];
}

/** @throws {ConfigError} without `ENCRYPTION_KEY`: no other process, nor this one after a restart, could decrypt a secret. */
export function sealingKey(ctx: Context): Buffer {
  if (!ctx.config.encryptionKey) throw new ConfigError('ENCRYPTION_KEY: must be set to keep a secret');
  return ctx.encryptionKey;
}
