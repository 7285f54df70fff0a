import { randomUUID } from 'node:crypto';
import type { Id } from '../core/ids.js';
import { invalidField } from '../core/problems.js';
import { textFault } from '../core/text.js';
import { dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { beginAttempt, findObstacles, lockStatement } from './begin-attempt.js';
import { checkedRequest, type Requester, recordRun } from './open-run.js';
import { addMovement } from './record-bank-entry.js';
import { SettlementRefused } from './rules/settlement.js';
import type { BankEntryRow } from './sql/bank-entries.js';
import { findPayment, type TransferRow } from './sql/settlement-payments.js';
import { lockSettlement, type SettlementRow, updateSettlement } from './sql/settlements.js';

/**
 * Pays an issued statement now, or tries a failed or waiting one again. With `paymentReference` it records a payment by
 * hand and sends no transfer.
 *
 * @throws {SettlementRefused} for a statement that is paying, paid, carried or void, or without actor and reason.
 */
export async function payStatement(
  ctx: Context,
  input: Requester & { settlementId: Id<'statement'>; paymentReference?: string },
): Promise<SettlementRow> {
  const { settlementId, requestedBy, reason, paymentReference } = checkedRequest(input);
  const now = ctx.clock.now();
  return ctx.sql.begin(async (tx) => {
    const statement = await lockStatement(tx, settlementId);
    assertPayable(statement, paymentReference);
    const obstacle = (await findObstacles(tx, [settlementId])).get(settlementId);
    if (obstacle !== undefined && statement.status !== 'paying') throw new SettlementRefused(obstacle);
    const { month, companyId, currency } = statement;
    const run = { key: randomUUID(), kind: 'pay' as const, month, companyId, currency, requestedBy, reason };
    const result = { settlementId, was: statement.status, byHand: paymentReference !== undefined };
    await recordRun(ctx, tx, run, settlementId, result);
    if (paymentReference === undefined) await updateSettlement(tx, settlementId, { payFrom: now, waitsFor: null }, now);
    else await payByHand(ctx, tx, statement, paymentReference, requestedBy);
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

/** Records the payment with a movement by hand: the bank's own entry confirms it later. */
async function payByHand(
  ctx: Context,
  tx: Transaction,
  statement: SettlementRow,
  reference: string,
  requestedBy: string,
): Promise<void> {
  const id = await beginAttempt(tx, statement, { fileId: null, ibanEnd: null }, ctx.clock.now());
  const payment = await findPayment(tx, id);
  if (!payment) throw new Error(`${id} was not written`);
  const row = movementByHand(ctx, payment, { direction: 'debit', minor: payment.amount.minor, reference });
  await addMovement(ctx, tx, { ...statement, status: 'paying' }, payment, row, { requestedBy, reason: 'by hand' });
}

/** A movement that a person records because no file of the bank has it yet. */
export function movementByHand(
  ctx: Context,
  { id: transferId, amount }: TransferRow,
  { direction, minor, reference }: { direction: 'debit' | 'credit'; minor: number; reference: string | null },
): BankEntryRow {
  return {
    ...{ id: `hand ${randomUUID()}`, source: 'person', transferId, outcome: 'paid', direction, isReversal: false },
    ...{ amount: { ...amount, minor }, countsMinor: minor, bookedOn: dayOf(ctx.clock.now()), bankReference: reference },
    ...{ iban: null, reason: null, confirmedBy: null, importId: null },
  };
}
