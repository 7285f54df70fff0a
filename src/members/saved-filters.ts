import { newId } from '../core/ids.js';
import { invalidField, noSuch, ProblemError } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import type { Context } from '../platform/context/context.js';
import type { SignedIn } from './signed-in.js';
import { lockMember } from './sql/members.js';
import { deleteSavedFilters, listSavedRows, putSavedFilters, type SavedFilters } from './sql/saved-filters.js';

const MOST = 50;

export async function listSavedFilters(
  ctx: Context,
  { memberId }: Pick<SignedIn, 'memberId'>,
  page?: string,
): Promise<SavedFilters[]> {
  return (await listSavedRows(ctx.sql, memberId)).filter((row) => page === undefined || row.page === page);
}

/** Replaces filters of the same name. @throws {ProblemError} `invalid_request` for a name out of range and beyond 50. */
export async function saveFilters(
  ctx: Context,
  caller: SignedIn,
  given: { page: string; name: string; filters: Record<string, string> },
): Promise<SavedFilters> {
  const name = checkedText('name', given.name, { max: 60 });
  return ctx.sql.begin(async (tx) => {
    if (!(await lockMember(tx, caller))) throw new ProblemError('session_required');
    const before = await listSavedRows(tx, caller.memberId);
    const replaces = before.some((saved) => saved.page === given.page && saved.name === name);
    if (!replaces && before.length >= MOST) throw invalidField('name', `limit reached: ${MOST} saved filters`);
    const saved = { ...given, name, id: newId('savedFilters'), createdAt: ctx.clock.now() };
    return putSavedFilters(tx, caller.memberId, saved);
  });
}

/** @throws {NoSuchError} for filters that are not the member's. */
export async function removeSavedFilters(
  ctx: Context,
  { memberId }: Pick<SignedIn, 'memberId'>,
  id: string,
): Promise<void> {
  if (!(await deleteSavedFilters(ctx.sql, memberId, id))) throw noSuch('saved filters', id);
}
