import { hash } from 'node:crypto';
import { findKeyByHash } from '../access/sql/api-keys.js';
import { parseKeyKind } from '../core/key-format.js';
import type { Context } from '../platform/context/context.js';
import { sealSession } from './rules/sandbox-session.js';
import { findTestKey } from './sql/sandbox.js';

export type SandboxRefusal = 'live_key' | 'unknown_key';

/** Opens the sandbox page for a test key. A live key has its own error, so that its owner does not use it here. */
export async function openSandbox(
  ctx: Context,
  key: string,
): Promise<{ session: string } | { refused: SandboxRefusal }> {
  const kind = parseKeyKind(key);
  if (kind !== null && kind !== 'test') return { refused: 'live_key' };
  const row = kind === null ? null : await findKeyByHash(ctx.sql, hash('sha256', key, 'buffer'), ctx.clock.now());
  const usable = row && (await findTestKey(ctx.sql, row.id));
  if (!usable) return { refused: 'unknown_key' };
  return { session: sealSession(ctx.encryptionKey, usable.id, ctx.clock.now()) };
}
