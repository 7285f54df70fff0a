import { hashOf } from '../core/digest.js';
import { invalidField, noSuch } from '../core/problems.js';
import { isJustRotated, justRotated, oldOneWorks } from '../core/rotation.js';
import { HOUR } from '../core/time.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { newKey } from './create-key.js';
import { guardedKey } from './guarded-key.js';
import { endPreviousRow, type OwnedKey, rollKeyRow } from './sql/api-keys.js';

/** A week: long enough to change every machine, short enough not to be forgotten. */
export const LONGEST_OVERLAP_H = 168;

export interface RolledKey {
  /** The new key, shown only now: only its hash is stored. */
  key: string;
  /** Until when the one before works; null: it does not. */
  previousUntil: Date | null;
}

/**
 * Rolls a company's key: it gets another secret under the same id, so that its endpoints, OAuth clients, guards, domains and
 * published links stay with it. The one before works on for the time given.
 *
 * @param input.keepHours 0, when it leaked, to {@link LONGEST_OVERLAP_H}.
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, `rotated_already` while the one before the
 * last roll works, unless it ends with this, and a moment after a roll that ended it.
 */
export async function rollKey(ctx: Context, input: OwnedKey & { keepHours: number }): Promise<RolledKey> {
  const { companyId, keyId, keepHours } = input;
  if (!Number.isInteger(keepHours) || keepHours < 0 || keepHours > LONGEST_OVERLAP_H) {
    throw invalidField('keep_hours', `must be a whole number from 0 to ${LONGEST_OVERLAP_H}`);
  }
  const now = ctx.clock.now();
  const previousUntil = keepHours === 0 ? null : new Date(now.getTime() + keepHours * HOUR);
  return ctx.sql.begin(async (tx) => {
    const row = await guardedKey(tx, input, { toChange: true });
    if (isJustRotated({ rotatedAt: row.rolledAt, previousUntil: row.previousUntil }, now)) throw justRotated('key');
    if (previousUntil && row.previousUntil && row.previousUntil > now) throw oldOneWorks('key', row.previousUntil);
    const key = newKey(row.kind);
    const made = { hash: hashOf(key), lastFour: key.slice(-4), previousUntil, now };
    await rollKeyRow(tx, input, made);
    await recordAction(ctx, tx, { action: 'key.roll', objectId: keyId, companyId, details: { keepHours } });
    return { key, previousUntil };
  });
}

/** Ends the previous key at once everywhere; without one, nothing changes. @throws {ProblemError} `invalid_request`. */
export async function endPreviousKey(ctx: Context, owned: OwnedKey): Promise<void> {
  const { companyId, keyId } = owned;
  await ctx.sql.begin(async (tx) => {
    if (!(await endPreviousRow(tx, owned))) throw noSuch('key', keyId);
    await recordAction(ctx, tx, { action: 'key.end_previous', objectId: keyId, companyId });
  });
}
