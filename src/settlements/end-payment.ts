import { z } from 'zod';
import { amountText, moneyText, toDecimal } from '../core/money.js';
import { invalidField, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Apply } from './decide.js';
import { followPayments } from './follow-payments.js';
import type { Requester } from './open-run.js';
import { movementByHand } from './pay-statement.js';
import { addMovement, lockPayment, savePayer } from './record-bank-entry.js';
import { reopenDebt } from './reopen-debt.js';
import { isOpen, netMinor, positionOf } from './rules/payments.js';
import { SettlementRefused } from './rules/settlement.js';
import { listEntries } from './sql/bank-entries.js';
import { findPayment, listTransfers, type TransferRow } from './sql/settlement-payments.js';
import { findSettlement, type SettlementRow } from './sql/settlements.js';

export const PAYMENT_OUTCOMES = ['refused', 'executed', 'returned'] as const;

const input = z.object({
  outcome: z.enum(PAYMENT_OUTCOMES),
  /** Minor units; null: the whole payment. */
  amountMinor: z.int().positive().nullable(),
  /** The bank's. */
  reference: z.string().nullable(),
});
type End = z.infer<typeof input>;

/**
 * Ends one payment as a person decides: `refused` (the bank will not execute it), `executed`, or `returned`. With an amount, in part:
 * the company is owed the rest again.
 *
 * @throws {SettlementRefused} where the payment's movements contradict the outcome.
 * @throws {ProblemError} for an unknown payment, or an amount above the payment's.
 */
export const endPayment: Apply = async (ctx, tx, { object: id, input: given }, by) => {
  const end = input.parse(given);
  const found = await lockPayment(tx, id);
  if (!found) throw noSuch('payment', id);
  const { statement, payment } = found;
  if ((end.amountMinor ?? 0) > payment.amount.minor)
    throw invalidField('amount', `is more than the payment of ${amountText(payment.amount)}`);
  await ENDS[end.outcome](ctx, tx, statement, payment, end, by);
  return { companyId: statement.companyId, effects: await describeEffects(tx, statement, payment) };
};

type Ending = (
  ctx: Context,
  tx: Transaction,
  statement: SettlementRow,
  payment: TransferRow,
  end: End,
  by: Requester,
) => Promise<void>;

const refuse: Ending = async (ctx, tx, statement, payment, _end, by) => {
  if (!isOpen(payment) && payment.state !== 'withdrawn')
    throw new SettlementRefused(`${payment.id} is ${payment.state}: it cannot be refused any more`);
  if (payment.executedMinor > 0)
    throw new SettlementRefused(
      `the bank booked ${toDecimal(payment.executedMinor, payment.amount.currency)} of ${payment.id}: end it as executed`,
    );
  const failure = `the bank refused it: ${by.reason}`;
  const refused = { ...payment, state: 'refused' as const, failure };
  // The account is probably wrong: finance corrects it and pays it again.
  const { requestedBy } = by;
  await followPayments(ctx, tx, statement, { payment: refused, cause: failure, requestedBy, failure, retryAt: null });
};

const execute: Ending = async (ctx, tx, statement, payment, { amountMinor, reference }, by) => {
  const total = amountMinor ?? payment.amount.minor;
  if (payment.executedMinor > total)
    throw new SettlementRefused(
      `the bank booked ${toDecimal(payment.executedMinor, payment.amount.currency)} of ${payment.id} already`,
    );
  if (payment.executedMinor === total && payment.state === 'executed' && statement.status === 'paid')
    throw new SettlementRefused(`${payment.id} is executed already`);
  const missing = total - payment.executedMinor;
  if (missing > 0) {
    const row = movementByHand(ctx, payment, { direction: 'debit', minor: missing, reference });
    await addMovement(ctx, tx, statement, payment, row, by);
  }
  const [after, now] = [await findPayment(tx, payment.id), await findSettlement(tx, statement.id)];
  if (!after || !now || now.status === 'paid' || now.status === 'void') return;
  // In part: the statement is paid by it, and the rest is owed again.
  const payments = await listTransfers(tx, statement.id);
  const covered = payments.reduce((sum, payment) => sum + netMinor(payment) + payment.owedAgainMinor, 0);
  const restMinor = statement.amount.minor - covered;
  const { companyId, month, currency } = statement;
  const cause = `${payment.id} was executed in part. ${by.reason}`;
  if (restMinor > 0) {
    const rest = { key: `part ${payment.id} ${restMinor}`, settlementId: statement.id, companyId, month };
    const bookedOn = (await listEntries(tx, [payment.id])).at(-1)?.bookedOn;
    await reopenDebt(ctx, tx, { ...rest, amount: { minor: restMinor, currency }, bookedOn }, { ...by, reason: cause });
  }
  const accepted = {
    ...after,
    state: 'executed' as const,
    owedAgainMinor: after.owedAgainMinor + Math.max(0, restMinor),
    reference: after.reference ?? reference ?? after.id,
  };
  const { requestedBy } = by;
  await followPayments(ctx, tx, now, { payment: accepted, cause, requestedBy, failure: cause, retryAt: null });
  await savePayer(tx, statement);
};

const giveBack: Ending = async (ctx, tx, statement, payment, { amountMinor, reference }, by) => {
  const kept = isOpen(payment) ? payment.amount.minor : netMinor(payment);
  const minor = amountMinor ?? kept;
  if (kept === 0) throw new SettlementRefused(`${payment.id} is ${payment.state}: nothing of it is left to return`);
  if (minor > kept)
    throw new SettlementRefused(`only ${toDecimal(kept, payment.amount.currency)} of ${payment.id} is left`);
  if (isOpen(payment) && minor < payment.amount.minor)
    throw new SettlementRefused(`${payment.id} is still open: end it as executed first, then return the part`);
  const row = { ...movementByHand(ctx, payment, { direction: 'credit', minor, reference }), reason: by.reason };
  await addMovement(ctx, tx, statement, payment, row, by);
};

const ENDS: Record<End['outcome'], Ending> = { refused: refuse, executed: execute, returned: giveBack };

/** Changes of a statement and a payment of it since they were read. */
export async function describeEffects(
  tx: Transaction,
  before: SettlementRow,
  paymentBefore: TransferRow,
): Promise<string[]> {
  const [statement, payments] = [await findSettlement(tx, before.id), await listTransfers(tx, before.id)];
  const payment = payments.find(({ id }) => id === paymentBefore.id);
  if (!statement || !payment) throw new Error(`${before.id} is gone`);
  const effects = [
    payment.state === paymentBefore.state
      ? `${payment.id} (${amountText(payment.amount)}) stays ${payment.state}.`
      : `${payment.id} (${amountText(payment.amount)}) was ${paymentBefore.state} and becomes ${payment.state}.`,
    statement.status === before.status
      ? `${statement.id} stays ${statement.status}.`
      : `${statement.id} was ${before.status} and becomes ${statement.status}.`,
  ];
  const owed = payment.owedAgainMinor - paymentBefore.owedAgainMinor;
  const about = (minor: number) => moneyText(minor, statement.currency);
  if (owed !== 0) effects.push(`${about(owed)} is owed again, on the company's next statement.`);
  const { differenceMinor } = positionOf(statement, payments);
  if (differenceMinor !== 0)
    effects.push(`A difference of ${about(differenceMinor)} stays open: \`settlement settle ${statement.id}\`.`);
  if (statement.status === 'failed') effects.push('No file pays it until `settlement pay`.');
  return effects;
}
