import type { Agreement } from '../../domain/viewer.js';
import { withdrawalStamp } from '../../domain/withdrawal-stamps.js';
import type { Transaction } from '../../store/database.js';
import { lockStamp, writeStamp } from '../../store/listing-writes.js';
import { insertCompanyWithdrawals } from '../../store/withdrawals.js';
import type { Context } from '../context.js';
import { recordAgreementChanges } from '../deliveries/record-event-changes.js';

/**
 * Withdraws from a company what its agreement covered before and no longer does; to be called in the transaction that
 * changes the agreement. Answers the number of events.
 */
export async function withdrawFromCompany(
  ctx: Context,
  tx: Transaction,
  input: { companyId: string; before: Agreement; after: Agreement },
): Promise<{ events: number }> {
  const last = await lockStamp(tx);
  const now = ctx.clock.now();
  const stamp = new Date(Math.max(now.getTime(), last.getTime() + 1));
  const events = await insertCompanyWithdrawals(tx, { ...input, stamp });
  if (events === 0) return { events };
  await recordAgreementChanges(tx, { companyId: input.companyId, stamp, now });
  await writeStamp(tx, withdrawalStamp(stamp, events));
  return { events };
}
