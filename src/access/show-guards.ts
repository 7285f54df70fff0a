import type { Context } from '../platform/context/context.js';
import { guardedKey } from './guarded-key.js';
import type { OwnedKey } from './sql/api-keys.js';
import { type CertificateRow, listCertificateRows } from './sql/key-guards.js';

export interface GuardsDetail {
  /** Oldest first. */
  certificates: CertificateRow[];
  /** None: calls may come from any address. */
  networks: string[];
}

/** @throws {ProblemError} `invalid_request` for a key that is not the company's. */
export async function showGuards(ctx: Context, owned: OwnedKey): Promise<GuardsDetail> {
  const { allowedAddresses: networks } = await guardedKey(ctx.sql, owned);
  return { certificates: await listCertificateRows(ctx.sql, owned), networks };
}
