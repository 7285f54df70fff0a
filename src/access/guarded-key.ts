import { conflict, noSuch } from '../core/problems.js';
import type { Queryable } from '../platform/database/database.js';
import type { OwnedKey } from './sql/api-keys.js';
import { findGuardedKey, type GuardedKeyRow } from './sql/key-guards.js';

/** @throws {ProblemError} `invalid_request` for a key that is not the company's, and for a change to a revoked key. */
export async function guardedKey(sql: Queryable, owned: OwnedKey, { toChange = false } = {}): Promise<GuardedKeyRow> {
  const key = await findGuardedKey(sql, owned, { lock: toChange });
  if (!key) throw noSuch('key', owned.keyId);
  if (toChange && key.revokedAt) throw conflict('key', 'is revoked');
  return key;
}
