import type { Context } from '../platform/context/context.js';
import { type ListedMemberRow, listMemberRows } from './sql/members.js';

/** A company's members, oldest first, also those who were invited and never came. */
export function listMembers(ctx: Context, companyId: string): Promise<ListedMemberRow[]> {
  return listMemberRows(ctx.sql, companyId);
}
