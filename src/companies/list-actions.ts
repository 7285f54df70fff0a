import type { AuditAction } from '../platform/audit/audit.js';
import { type AuditRow, listAuditRows } from '../platform/audit/sql.js';
import type { Context } from '../platform/context/context.js';
import { getCompany } from './get-company.js';

export interface ListActionsInput {
  /** Id or name. */
  company?: string;
  /** At or after this instant. */
  since?: Date;
  action?: AuditAction;
  limit: number;
}

/** Management actions, newest first. @throws {ProblemError} `invalid_request` for an unknown company. */
export async function listActions(ctx: Context, input: ListActionsInput): Promise<AuditRow[]> {
  const { company, limit, ...filter } = input;
  const companyId = company === undefined ? undefined : (await getCompany(ctx, company)).id;
  return listAuditRows(ctx.sql, { ...filter, companyId }, limit);
}
