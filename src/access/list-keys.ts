import type { Id } from '../core/ids.js';
import { KEY_PREFIXES } from '../core/key-format.js';
import type { KeyKind } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { type ListedKeyRow, listKeyRows } from './sql/api-keys.js';

type Hidden = 'companyId' | 'lastFour' | 'previousLastFour' | 'rolledAt';

export interface ListedKey extends Omit<ListedKeyRow, Hidden> {
  /** Prefix and last four characters: enough to recognise the key, too little to use it. */
  hint: string;
  /** The same for the previous key after a roll, while it still works. */
  previousHint: string | null;
}

/** A company's keys, oldest first, revoked ones included. */
export async function listKeys(ctx: Context, companyId: Id<'company'>): Promise<ListedKey[]> {
  const rows = await listKeyRows(ctx.sql, companyId);
  const now = ctx.clock.now();
  return rows.map(({ companyId: _, lastFour, previousLastFour, rolledAt, ...row }) => {
    const works = row.revokedAt === null && row.previousUntil !== null && row.previousUntil > now;
    return {
      ...row,
      hint: hintOf(row.kind, lastFour),
      previousUntil: works ? row.previousUntil : null,
      previousHint: works ? hintOf(row.kind, previousLastFour) : null,
      previousUsedAt: works ? row.previousUsedAt : null,
    };
  });
}

const hintOf = (kind: KeyKind, lastFour: string | null) => `${KEY_PREFIXES[kind]}…${lastFour}`;
