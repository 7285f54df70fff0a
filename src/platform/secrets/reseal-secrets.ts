import { recordAction } from '../audit/record-action.js';
import type { Context } from '../context/context.js';
import type { Transaction } from '../database/database.js';
import { openingKeys, sealingKey } from './keys.js';
import { openSecret, SecretUnopened, sealSecret } from './secret-box.js';
import {
  lockBoxes,
  lockSealed,
  replaceBox,
  replaceSealed,
  type SealedRow,
  SINGLE_BOXES,
  type SingleBox,
} from './sql.js';

export interface Resealed {
  /** Secrets looked at. */
  checked: number;
  /** Those encrypted with the previous key. */
  resealed: number;
  /** Messages about secrets that no key decrypts: such a webhook needs a new secret (`webhook rotate`). */
  unopened: string[];
}

const BATCH = 200;

/**
 * Encrypts with the current key what the previous key had encrypted, in batches, each in its own transaction:
 * afterwards you can remove `ENCRYPTION_KEY_PREVIOUS`. Previous webhook secrets whose overlap is over are deleted.
 * Secrets that cannot be decrypted are left alone and reported.
 *
 * @param options.dryRun only counts.
 * @throws {ConfigError} without `ENCRYPTION_KEY`.
 */
export async function resealSecrets(ctx: Context, options: { dryRun?: boolean } = {}): Promise<Resealed> {
  const done: Resealed = { checked: 0, resealed: 0, unopened: [] };
  sealingKey(ctx);
  const dryRun = options.dryRun === true;
  await inTurn(ctx, (tx, after) => resealBatch(ctx, tx, after, done, dryRun));
  for (const place of SINGLE_BOXES)
    await inTurn(ctx, (tx, after) => resealBoxes(ctx, tx, { place, after, dryRun }, done));
  return done;
}

/** @param batch answers the last row it looked at, or null after the last batch. */
async function inTurn(ctx: Context, batch: (tx: Transaction, after: string) => Promise<string | null>): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const from: string = after;
    after = await ctx.sql.begin((tx) => batch(tx, from));
  }
}

/** Returns the last row looked at, or null after the last batch. */
async function resealBatch(
  ctx: Context,
  tx: Transaction,
  after: string,
  done: Resealed,
  dryRun: boolean,
): Promise<string | null> {
  const rows = await lockSealed(tx, after, BATCH);
  let changed = 0;
  for (const row of rows) {
    const secret = reseal(ctx, done, { field: 'delivery_endpoints.secret', row, box: row.secret });
    const before = reseal(ctx, done, { field: 'delivery_endpoints.previous_secret', row, box: stillSigning(ctx, row) });
    changed += Number(secret.changed) + Number(before.changed);
    if (dryRun || (secret.box === row.secret && before.box === row.previousSecret)) continue;
    await replaceSealed(tx, row.id, { secret: secret.box, previousSecret: before.box });
  }
  if (changed > 0 && !dryRun) {
    const details = { secrets: changed };
    await recordAction(ctx, tx, { action: 'secrets.reseal', objectId: 'delivery_endpoints', details });
  }
  done.resealed += changed;
  return rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
}

/** The same for a table with one box a row. */
async function resealBoxes(
  ctx: Context,
  tx: Transaction,
  { place, after, dryRun }: { place: SingleBox; after: string; dryRun: boolean },
  done: Resealed,
): Promise<string | null> {
  const rows = await lockBoxes(tx, place, after, BATCH);
  let changed = 0;
  for (const row of rows) {
    const field = `${place.table}.${place.column}`;
    const { box, changed: isNew } = reseal(ctx, done, { field, row, box: row.box });
    if (!isNew || box === null) continue;
    changed += 1;
    if (!dryRun) await replaceBox(tx, place, row.id, box);
  }
  if (changed > 0 && !dryRun) {
    await recordAction(ctx, tx, { action: 'secrets.reseal', objectId: place.table, details: { secrets: changed } });
  }
  done.resealed += changed;
  return rows.length < BATCH ? null : (rows.at(-1)?.id ?? null);
}

function stillSigning(ctx: Context, { previousSecret, previousSecretUntil }: SealedRow): Buffer | null {
  return previousSecretUntil !== null && previousSecretUntil > ctx.clock.now() ? previousSecret : null;
}

function reseal(
  ctx: Context,
  done: Resealed,
  { field, row, box }: { field: string; row: { id: string }; box: Buffer | null },
): { box: Buffer | null; changed: boolean } {
  if (box === null) return { box, changed: false };
  done.checked += 1;
  try {
    const { secret, current } = openSecret(openingKeys(ctx), { field, owner: row.id }, box);
    return current ? { box, changed: false } : { box: sealSecret(sealingKey(ctx), row.id, secret), changed: true };
  } catch (error) {
    if (!(error instanceof SecretUnopened)) throw error;
    done.unopened.push(error.message);
    return { box, changed: false };
  }
}
