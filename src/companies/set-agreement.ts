import { recordAgreementChanges } from '../changes/record-event-changes.js';
import type { Id } from '../core/ids.js';
import type { Agreement } from '../core/viewer.js';
import { lastStamp, withdrawalStamps } from '../listings/rules/withdrawal-stamps.js';
import { lockStamp, writeStamp } from '../listings/sql/listing-writes.js';
import { insertCompanyWithdrawals, withdrawnFrom } from '../listings/sql/withdrawals.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { checkedAgreement } from './checked-agreement.js';
import { getCompany } from './get-company.js';
import { findAgreement, putAgreement } from './sql/agreements.js';

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

/** Withdraws events that an agreement no longer covers, in the transaction that changes it. @returns how many. */
export async function withdrawFromCompany(
  ctx: Context,
  tx: Transaction,
  input: { companyId: Id<'company'>; before: Agreement; after: Agreement },
): Promise<{ events: number }> {
  const last = await lockStamp(tx);
  const now = ctx.clock.now();
  const stamp = new Date(Math.max(now.getTime(), last.getTime() + 1));
  const events = await insertCompanyWithdrawals(tx, { ...input, stamp, now });
  if (events === 0) return { events };
  const { companyId } = input;
  await recordAgreementChanges(tx, { companyId, withdrawn: withdrawnFrom(tx, companyId, stamp), now });
  await writeStamp(tx, lastStamp(withdrawalStamps(stamp, now, events), events));
  return { events };
}
