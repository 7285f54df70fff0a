import type { Agreement } from '../core/viewer.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { checkedAgreement } from './checked-agreement.js';
import { getCompany } from './get-company.js';
import { findAgreement, putAgreement } from './sql/agreements.js';
import { withdrawFromCompany } from './withdraw-from-company.js';

/**
 * Replaces the agreement of a company; a null list means no restriction. Events it no longer covers are withdrawn from
 * the company in the same transaction, so that no poller misses one.
 *
 * @returns the agreement as stored, and how many events were withdrawn.
 * @throws {ProblemError} `invalid_request` for an unknown company or a malformed list.
 */
export async function setAgreement(
  ctx: Context,
  input: { company: string; agreement: Agreement },
): Promise<{ agreement: Agreement; withdrawn: number }> {
  const { id: companyId } = await getCompany(ctx, input.company);
  const after = checkedAgreement(input.agreement);
  const withdrawn = await ctx.sql.begin(async (tx) => {
    const before = await findAgreement(tx, companyId, { lock: true });
    await putAgreement(tx, companyId, after, ctx.clock.now());
    const { events } = await withdrawFromCompany(ctx, tx, { companyId, before, after });
    const details = { ...after, withdrawn: events };
    await recordAction(ctx, tx, { action: 'agreement.set', objectId: companyId, companyId, details });
    return events;
  });
  return { agreement: after, withdrawn };
}
