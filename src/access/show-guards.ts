import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import { type CertificateRow, listCertificateRows } from './sql/key-guards.js';

/** What a key is tied to. */
export interface ShownGuards {
  /** Oldest first. */
  certificates: CertificateRow[];
  /** None: calls may come from everywhere. */
  networks: string[];
}

/** @throws {ProblemError} `invalid_request` for an unknown key. */
export async function showGuards(ctx: Context, keyId: string): Promise<ShownGuards> {
  const { allowedAddresses: networks } = await guardedKey(ctx.sql, keyId);
  return { certificates: await listCertificateRows(ctx.sql, keyId), networks };
}
