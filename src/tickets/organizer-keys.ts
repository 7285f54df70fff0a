import { timingSafeEqual } from 'node:crypto';
import { findOrganizerId } from '../catalogue/sql/organizers.js';
import { hashOf } from '../core/digest.js';
import { newId, randomText } from '../core/ids.js';
import { isOrganizerKey, ORGANIZER_KEY_PREFIX } from '../core/key-format.js';
import { noSuch } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import {
  findOrganizerKey,
  insertOrganizerKey,
  listOrganizerKeyRows,
  markOrganizerKeyRevoked,
  type OrganizerKeyRow,
} from './sql/organizer-keys.js';

/**
 * Creates a key with which an organizer's staff check tickets. It is shown once: only its hash is stored.
 *
 * @param input.organizer id or source of the organizer.
 * @throws {ProblemError} `invalid_request` for an unknown organizer or an unusable name.
 */
export async function createOrganizerKey(
  ctx: Context,
  input: { organizer: string; name?: string },
): Promise<{ id: string; key: string }> {
  const organizerId = await findOrganizer(ctx, input.organizer);
  const id = newId('organizerKey');
  const key = ORGANIZER_KEY_PREFIX + randomText(40);
  const name = checkedText('name', input.name ?? '', { min: 0, max: 100 });
  await ctx.sql.begin(async (tx) => {
    const row = { id, organizerId, name, hash: hashOf(key), lastFour: key.slice(-4), now: ctx.clock.now() };
    await insertOrganizerKey(tx, row);
    await recordAction(ctx, tx, { action: 'organizer_key.create', objectId: id, details: { organizerId, name } });
  });
  return { id, key };
}

/** @throws {ProblemError} `invalid_request` for an unknown organizer. */
export async function listOrganizerKeys(ctx: Context, organizer?: string): Promise<OrganizerKeyRow[]> {
  return listOrganizerKeyRows(ctx.sql, organizer === undefined ? null : await findOrganizer(ctx, organizer));
}

/** Revokes a key, at once in every process. @throws {ProblemError} `invalid_request` for an unknown key. */
export async function revokeOrganizerKey(ctx: Context, id: string): Promise<void> {
  await ctx.sql.begin(async (tx) => {
    if (!(await markOrganizerKeyRevoked(tx, id, ctx.clock.now()))) throw noSuch('key', id);
    await recordAction(ctx, tx, { action: 'organizer_key.revoke', objectId: id });
  });
}

/** The organizer's key that was presented, revoked or not; null when it is none. It is read anew for each call. */
export async function knownOrganizerKey(ctx: Context, key: string): Promise<OrganizerKeyRow | null> {
  const hash = hashOf(key);
  // A text without the form of a key is looked up too, so that every refusal takes as long.
  const row = await findOrganizerKey(ctx.sql, hash);
  return row && isOrganizerKey(key) && timingSafeEqual(row.hash, hash) ? row : null;
}

async function findOrganizer(ctx: Context, idOrSource: string): Promise<string> {
  const id = await findOrganizerId(ctx.sql, idOrSource);
  if (id === null) throw noSuch('organizer', idOrSource);
  return id;
}
