import type { Id } from '../../core/ids.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { isOneRow } from '../../platform/database/rows.js';

export interface SavedFilters {
  id: Id<'savedFilters'>;
  /** The address of the list below `/dashboard`. */
  page: string;
  name: string;
  filters: Record<string, string>;
  createdAt: Date;
}

/** A member's, in the order of their names. */
export async function listSavedRows(db: Queryable, memberId: Id<'member'>): Promise<SavedFilters[]> {
  return db<SavedFilters[]>`
    SELECT id, page, name, filters, created_at FROM saved_filters WHERE member_id = ${memberId} ORDER BY page, lower(name), id`;
}

/** Adds filters, or replaces the member's filters with the same name. */
export async function putSavedFilters(
  tx: Transaction,
  memberId: Id<'member'>,
  saved: SavedFilters,
): Promise<SavedFilters> {
  const { id, page, name, filters, createdAt } = saved;
  const [row] = await tx<[SavedFilters]>`
    INSERT INTO saved_filters (id, member_id, page, name, filters, created_at)
    VALUES (${id}, ${memberId}, ${page}, ${name}, ${tx.json(filters)}, ${createdAt})
    ON CONFLICT (member_id, page, name) DO UPDATE SET filters = excluded.filters
    RETURNING id, page, name, filters, created_at`;
  return row;
}

/** Returns false when the member has no such filters. */
export function deleteSavedFilters(db: Queryable, memberId: Id<'member'>, id: string): Promise<boolean> {
  return isOneRow(db`DELETE FROM saved_filters WHERE id = ${id} AND member_id = ${memberId}`);
}
