import { givenFilters } from '../../core/cursor.js';
import type { Id } from '../../core/ids.js';
import type { Context } from '../context/context.js';
import { type AuditRow, listAuditRows } from './sql.js';

export interface PageActionsInput {
  companyId: Id<'company'>;
  /** The first part of an action's name, such as `key`. */
  kind?: string;
  /** A member's id. */
  actor?: string;
  since?: Date;
  cursor?: string;
  /** 1 to 100. */
  limit: number;
}

/** Actions in or on a company, by its members and by us, newest first. @throws {ProblemError} `invalid_cursor`. */
export async function pageActions(
  ctx: Context,
  { companyId, kind, actor, since, cursor, limit }: PageActionsInput,
): Promise<{ actions: AuditRow[]; next: string | null }> {
  const scope = { surface: 'audit', mode: 'live', companyId } as const;
  const given = givenFilters({ kind, actor, since: since?.toISOString() });
  const opened = cursor === undefined ? null : ctx.cursors.open(scope, cursor, given);
  const filters = (opened?.filters ?? given) as Record<string, string>;
  const filter = {
    ...filters,
    companyId,
    since: filters.since === undefined ? undefined : new Date(filters.since),
    before: opened ? Number(opened.position.id) : undefined,
  };
  const rows = await listAuditRows(ctx.sql, filter, limit + 1);
  const withIds = rows.map((row) => ({ ...row, id: String(row.id) }));
  const { next } = ctx.cursors.pageOf(withIds, { limit, scope, filters });
  return { actions: rows.slice(0, limit), next };
}
