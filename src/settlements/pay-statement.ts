import { randomUUID } from 'node:crypto';
import { invalidField, noSuch } from '../core/problems.js';
import { textFault } from '../core/text.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { beginAttempt } from './begin-attempt.js';
import { checkedRequest, recordRun } from './open-run.js';
import { SettlementRefused } from './rules/settlement.js';
import { endTransfer, markSettlementPaid, planPayment } from './sql/settlement-payments.js';
import { lockSettlement, type SettlementRow } from './sql/settlements.js';

/**
 * Pays an issued statement now, or tries a failed or waiting one again. With `paymentReference` it records a payment by hand and sends
 * no transfer.
 *
 * @throws {SettlementRefused} for one that is paying, paid, carried or void, or without actor and reason.
 */
export async function payStatement(
  ctx: Context,
  input: { settlementId: string; requestedBy: string; reason: string; paymentReference?: string },
): Promise<SettlementRow> {
  const { settlementId, requestedBy, reason, paymentReference } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const statement = await lockSettlement(tx, settlementId);
    if (!statement) throw noSuch('statement', settlementId);
    assertPayable(statement, paymentReference);
    const { month, companyId, currency } = statement;
    const run = { key: randomUUID(), kind: 'pay' as const, month, companyId, currency, requestedBy, reason };
    const result = { settlementId, was: statement.status, byHand: paymentReference !== undefined };
    await recordRun(ctx, tx, run, settlementId, result);
    if (paymentReference === undefined) await planPayment(tx, settlementId, now, now);
    else await payByHand(tx, statement, paymentReference, now);
    await enqueue(tx, 'settlement.changed', [settlementId], now);
    return (await lockSettlement(tx, settlementId)) ?? statement;
  });
}

/**
 * @param paymentReference of a payment by hand.
 * @throws {SettlementRefused} for a statement whose money has moved, may be moving, or must not move, and for a
 * reference that cannot be shown.
 */
export function assertPayable({ id, status, waitsFor }: SettlementRow, paymentReference?: string): void {
  const isWaiting = status === 'paying' && waitsFor !== null && paymentReference === undefined;
  if (status !== 'issued' && status !== 'failed' && !isWaiting) {
    throw new SettlementRefused(`${id} is ${status}: only an issued or failed statement can be paid`);
  }
  if (paymentReference !== undefined && !/^[\x21-\x7e][\x20-\x7e]{0,99}$/.test(paymentReference)) {
    throw invalidField('payment reference', 'must be 1 to 100 printable characters');
  }
  const fault = paymentReference === undefined ? null : textFault(paymentReference);
  if (fault !== null) throw invalidField('payment reference', fault);
}

async function payByHand(tx: Transaction, statement: SettlementRow, reference: string, now: Date): Promise<void> {
  const transfer = await beginAttempt(tx, statement, now);
  await endTransfer(tx, transfer, { state: 'succeeded', reference }, now);
  await markSettlementPaid(tx, statement.id, reference, now);
}
