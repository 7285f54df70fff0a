import { setCompanyStatus } from '../../store/companies.js';
import type { Context } from '../context.js';
import { getCompany } from './get-company.js';

/**
 * Refuses every call of the company's keys with `account_suspended`, at once; {@link resumeCompany} takes it back.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function suspendCompany(ctx: Context, idOrName: string): Promise<void> {
  const { id } = await getCompany(ctx, idOrName);
  await setCompanyStatus(ctx.sql, id, 'suspended');
}

/** @throws {ProblemError} `invalid_request` for an unknown company. */
export async function resumeCompany(ctx: Context, idOrName: string): Promise<void> {
  const { id } = await getCompany(ctx, idOrName);
  await setCompanyStatus(ctx.sql, id, 'active');
}
