import { recordAgreementChanges } from '../changes/record-event-changes.js';
import type { Id } from '../core/ids.js';
import type { Agreement } from '../core/viewer.js';
import { lastStamp, withdrawalStamps } from '../listings/rules/withdrawal-stamps.js';
import { lockStamp, writeStamp } from '../listings/sql/listing-writes.js';
import { insertCompanyWithdrawals, withdrawnFrom } from '../listings/sql/withdrawals.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';

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
