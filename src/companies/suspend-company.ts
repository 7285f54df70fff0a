import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { notifySenders, waitForSenderPermissions } from '../platform/outbox/notify-senders.js';
import { getCompany } from './get-company.js';
import { setCompanyStatus } from './sql/companies.js';

/**
 * Refuses every call of the company's keys with `account_suspended` and begins no delivery to it, at once; {@link resumeCompany}
 * undoes it.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export function suspendCompany(ctx: Context, idOrName: string) {
  return setStatus(ctx, idOrName, 'suspended');
}

/** @throws {ProblemError} `invalid_request` for an unknown company. */
export function resumeCompany(ctx: Context, idOrName: string) {
  return setStatus(ctx, idOrName, 'active');
}

async function setStatus(ctx: Context, idOrName: string, status: 'active' | 'suspended') {
  const { id } = await getCompany(ctx, idOrName);
  const action = status === 'suspended' ? 'company.suspend' : 'company.resume';
  await ctx.sql.begin(async (tx) => {
    await setCompanyStatus(tx, id, status);
    await recordAction(ctx, tx, { action, objectId: id, companyId: id });
    await notifySenders(tx);
  });
  if (status === 'suspended') await waitForSenderPermissions();
  return { id, status };
}
