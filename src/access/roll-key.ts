import { createHash } from 'node:crypto';
import { invalidField, noSuch, type ProblemError } from '../core/problems.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { newKey } from './create-key.js';
import { guardedKey } from './guarded-key.js';
import { endPreviousRow, listKeyRows, type OwnedKey, rollKeyRow } from './sql/api-keys.js';

const HOUR = 3_600_000;
/** A week: long enough to change every machine, short enough not to be forgotten. */
export const LONGEST_OVERLAP_H = 168;

export interface RolledKey {
  /** The new key, shown only now: only its hash is kept. */
  key: string;
  /** Until when the one before works; null: it does not. */
  previousUntil: Date | null;
}

/**
 * Rolls a company's key: it gets another secret under the same id, so that its endpoints, OAuth clients, guards, domains and
 * published links stay with it. The one before works on for the time given.
 *
 * @param input.keepHours 0, when it leaked, to {@link LONGEST_OVERLAP_H}.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, and while the one before the last roll works.
 */
export async function rollKey(ctx: Context, input: OwnedKey & { keepHours: number }): Promise<RolledKey> {
  const { companyId, keyId, keepHours } = input;
  if (!Number.isInteger(keepHours) || keepHours < 0 || keepHours > LONGEST_OVERLAP_H) {
    throw invalidField('keep_hours', `must be a whole number from 0 to ${LONGEST_OVERLAP_H}`);
  }
  const now = ctx.clock.now();
  const previousUntil = keepHours === 0 ? null : new Date(now.getTime() + keepHours * HOUR);
  return ctx.sql.begin(async (tx) => {
    await guardedKey(tx, input, { toChange: true });
    const kind = (await listKeyRows(tx, companyId)).find(({ id }) => id === keyId)?.kind;
    if (!kind) throw noSuch('key');
    const key = newKey(kind);
    const made = { hash: createHash('sha256').update(key).digest(), lastFour: key.slice(-4), previousUntil, now };
    if (!(await rollKeyRow(tx, input, made))) throw await tooSoon(tx, input);
    await recordAction(ctx, tx, { action: 'key.roll', objectId: keyId, companyId, details: { keepHours } });
    return { key, previousUntil };
  });
}

async function tooSoon(tx: Transaction, { companyId, keyId }: OwnedKey): Promise<ProblemError> {
  const row = (await listKeyRows(tx, companyId)).find(({ id }) => id === keyId);
  const until = row?.previousUntil?.toISOString();
  return invalidField('key', `was rolled already; the key before it works until ${until}: end that first`);
}

/**
 * Ends the key from before a company's key was rolled, at once in every process. Without one nothing changes.
 *
 * @throws {ProblemError} `invalid_request` for a key that is not the company's.
 */
export async function endPreviousKey(ctx: Context, owned: OwnedKey): Promise<void> {
  const { companyId, keyId } = owned;
  await ctx.sql.begin(async (tx) => {
    if (!(await endPreviousRow(tx, owned))) throw noSuch('key');
    await recordAction(ctx, tx, { action: 'key.end_previous', objectId: keyId, companyId });
  });
}
