import type { Id } from '../core/ids.js';
import type { ProcessorEvent } from '../payments/port.js';
import { recordEvent } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import type { WaitCause } from './rules/settlement.js';
import { endWaiting } from './sql/settlement-payments.js';

/** Lets payments go on that waited for this. @param companyId null: of all companies. */
export async function resumePayments(
  tx: Transaction,
  cause: WaitCause,
  companyId: Id<'company'> | null,
  now: Date,
): Promise<void> {
  await enqueue(tx, 'settlement.changed', await endWaiting(tx, cause, companyId, now), now);
}

/** More of our money is available at the processor: payments that waited for it are tried again. */
export async function receiveBalanceEvent(ctx: Context, event: ProcessorEvent): Promise<'applied' | 'known'> {
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    if (!(await recordEvent(tx, event, now))) return 'known';
    await resumePayments(tx, 'balance', null, now);
    return 'applied';
  });
}
