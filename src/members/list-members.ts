import type { Context } from '../platform/context/context.js';
import { listMemberRows, type MemberRow } from './sql/members.js';

/** A company's members, oldest first, also those who were invited and never came. */
export function listMembers(ctx: Context, companyId: string): Promise<MemberRow[]> {
  return listMemberRows(ctx.sql, companyId);
}
