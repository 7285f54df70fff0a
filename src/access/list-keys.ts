import { KEY_PREFIXES } from '../core/key-format.js';
import type { Capability, KeyKind } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type ListedKeyRow, listKeyRows } from './sql/api-keys.js';

export interface ListedKey {
  id: string;
  kind: KeyKind;
  name: string;
  /** Prefix and last four characters: enough to recognise the key, too little to use it. */
  hint: string;
  domains: string[];
  capabilities: Capability[];
  rateLimit: number | null;
  siteRateLimit: number | null;
  /** How many are pinned. */
  certificates: number;
  /** How many networks it may call from; 0: any. */
  networks: number;
  createdAt: Date;
  revokedAt: Date | null;
  /** After a roll: until when the key before works, its hint, and when it was last used. */
  previousUntil: Date | null;
  previousHint: string | null;
  previousUsedAt: Date | null;
  /** To some seconds; null: never. */
  lastUsedAt: Date | null;
}

/** A company's keys, oldest first, revoked ones included. */
export async function listKeys(ctx: Context, companyId: string): Promise<ListedKey[]> {
  const rows = await listKeyRows(ctx.sql, companyId);
  const now = ctx.clock.now();
  return rows.map((row) => ({
    ...toPrevious(row, now),
    id: row.id,
    kind: row.kind,
    name: row.name,
    hint: `${KEY_PREFIXES[row.kind]}…${row.lastFour}`,
    domains: row.domains,
    capabilities: row.capabilities,
    rateLimit: row.rateLimit,
    siteRateLimit: row.siteRateLimit,
    certificates: row.certificates,
    networks: row.networks,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
  }));
}

function toPrevious(
  { kind, revokedAt, previousUntil, previousLastFour, previousUsedAt }: ListedKeyRow,
  now: Date,
): Pick<ListedKey, 'previousUntil' | 'previousHint' | 'previousUsedAt'> {
  if (revokedAt !== null || previousUntil === null || previousUntil <= now) {
    return { previousUntil: null, previousHint: null, previousUsedAt: null };
  }
  return { previousUntil, previousHint: `${KEY_PREFIXES[kind]}…${previousLastFour}`, previousUsedAt };
}
