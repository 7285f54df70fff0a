import { hashOf } from '../core/digest.js';
import type { Id } from '../core/ids.js';
import { KEY_PREFIXES } from '../core/key-format.js';
import { invalidField, noSuch } from '../core/problems.js';
import { isJustRotated, justRotated, oldOneWorks } from '../core/rotation.js';
import { checkedText } from '../core/text.js';
import { HOUR } from '../core/time.js';
import type { KeyKind } from '../core/viewer.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../platform/outbox/notify-senders.js';
import { newKey, parseDomains } from './create-key.js';
import { guardedKey } from './key-guards.js';
import {
  describeKeyRow,
  endPreviousRow,
  findKeyCompany,
  type ListedKeyRow,
  listKeyRows,
  type OwnedKey,
  revokeKeyRow,
  rollKeyRow,
} from './sql/api-keys.js';

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

/**
 * Gives a company's key another name, or replaces the domains of a website key, at once in every process.
 *
 * @throws {ProblemError} `invalid_request` for a key that is revoked or not the company's, for a text that is no host,
 * and for domains of a key that has no domains.
 */
export async function describeKey(
  ctx: Context,
  input: OwnedKey & { name?: string; domains?: readonly string[] },
): Promise<void> {
  const { companyId, keyId } = input;
  const name = input.name === undefined ? undefined : checkedText('name', input.name, { min: 0, max: 100 });
  await ctx.sql.begin(async (tx) => {
    const { kind } = await guardedKey(tx, input, { toChange: true });
    const domains = input.domains && parseDomains({ kind, domains: input.domains });
    await describeKeyRow(tx, input, { name, domains });
    const details = { ...(name !== undefined && { name }), ...(domains && { domains }) };
    await recordAction(ctx, tx, { action: 'key.describe', objectId: keyId, companyId, details });
  });
}

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

/**
 * Revokes a company's key, for good. Every API process is notified by the database as this commits. No delivery
 * to its endpoints begins after this. Repeating it changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for a key that is not the company's.
 */
export async function revokeKey(ctx: Context, owned: OwnedKey): Promise<{ revokedAt: Date }> {
  const { companyId, keyId } = owned;
  const revoked = await ctx.sql.begin(async (tx) => {
    const revokedAt = await revokeKeyRow(tx, owned, ctx.clock.now());
    if (!revokedAt) throw noSuch('key', keyId);
    await recordAction(ctx, tx, { action: 'key.revoke', objectId: keyId, companyId });
    await notifySenders(tx);
    return { revokedAt };
  });
  await waitForSenderPermissions();
  return revoked;
}

/** The company of a key, for operators alone: a member's comes from the session. @throws {ProblemError} `invalid_request`. */
export async function ownerOfKey(ctx: Context, keyId: Id<'key'>): Promise<OwnedKey> {
  const companyId = await findKeyCompany(ctx.sql, keyId);
  if (companyId === null) throw noSuch('key', keyId);
  return { companyId, keyId };
}
