import { recordAction } from '../audit/record-action.js';
import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { openingKeys, sealingKey } from './keys.js';
import { type BoxPlace, openSecret, SecretUnopened, sealSecret } from './secret-box.js';
import { lockSealed, replaceSealed, type SealedColumn } from './sql.js';

export interface Resealed {
  checked: number;
  /** Those encrypted with the previous key. */
  resealed: number;
  /** Messages about secrets that no key decrypts: such a webhook needs a new secret (`endpoint rotate`). */
  unopened: string[];
}

const BATCH = 200;

/**
 * Encrypts the columns of `ctx.sealed` that the previous key had encrypted with the current key, in batches, each in
 * its own transaction: afterwards you can remove `ENCRYPTION_KEY_PREVIOUS`. Previous webhook secrets whose overlap is
 * over are deleted. Secrets that cannot be decrypted are left alone and reported.
 *
 * @param options.dryRun only counts.
 * @throws {ConfigError} without `ENCRYPTION_KEY`.
 */
export async function resealSecrets(ctx: Context, options: { dryRun?: boolean } = {}): Promise<Resealed> {
  const done: Resealed = { checked: 0, resealed: 0, unopened: [] };
  sealingKey(ctx);
  const dryRun = options.dryRun === true;
  for (const column of ctx.sealed) {
    for (let after: string | null = ''; after !== null; ) {
      const from: string = after;
      after = await ctx.sql.begin((tx) => resealBatch(ctx, tx, { column, after: from, dryRun }, done));
    }
  }
  return done;
}

/** Returns the last row looked at, or null after the last batch. */
async function resealBatch(
  ctx: Context,
  tx: Transaction,
  { column, after, dryRun }: { column: SealedColumn; after: string; dryRun: boolean },
  done: Resealed,
): Promise<string | null> {
  const rows = await lockSealed(tx, column, { after, limit: BATCH, now: ctx.clock.now() });
  const field = `${column.table}.${column.column}`;
  let changed = 0;
  for (const { id, box, over } of rows) {
    const fresh = over ? null : reseal(ctx, done, { field, owner: id }, box);
    if (fresh === box) continue;
    if (fresh !== null) changed += 1;
    if (!dryRun) await replaceSealed(tx, column, id, fresh);
  }
  if (changed > 0 && !dryRun) {
    await recordAction(ctx, tx, { action: 'secrets.reseal', objectId: column.table, details: { secrets: changed } });
  }
  done.resealed += changed;
  return rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
}

/** Returns the same box if the current key opens it, or none does. */
function reseal(ctx: Context, done: Resealed, place: BoxPlace, box: Buffer): Buffer {
  done.checked += 1;
  try {
    const { secret, current } = openSecret(openingKeys(ctx), place, box);
    return current ? box : sealSecret(sealingKey(ctx), place.owner, secret);
  } catch (error) {
    if (!(error instanceof SecretUnopened)) throw error;
    done.unopened.push(error.message);
    return box;
  }
}
