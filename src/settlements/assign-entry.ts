import { z } from 'zod';
import { amountText } from '../core/money.js';
import { noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import type { Apply } from './decide.js';
import { describeEffects } from './end-payment.js';
import { followPayments } from './follow-payments.js';
import type { Requester } from './open-run.js';
import { addMovement, lockPayment, savePayer } from './record-bank-entry.js';
import { withMovements } from './rules/payments.js';
import { SettlementRefused } from './rules/settlement.js';
import { assignEntry, type BankEntryRow, findEntry, listEntries } from './sql/bank-entries.js';
import { findPayment, markPaidBy } from './sql/settlement-payments.js';
import { lockManyTerms } from './sql/settlement-terms.js';
import { findSettlements } from './sql/settlements.js';

const input = z.object({ payment: z.string() });

/**
 * Assigns an entry of the bank to a payment, by a person's decision. An entry of another payment moves from there. An
 * entry that a person had recorded by hand with the payment is confirmed by it.
 *
 * @throws {SettlementRefused} for an entry by hand, an entry that the payment has already, or an entry in another
 * currency without the ordered amount.
 * @throws {ProblemError} for an unknown entry or payment.
 */
export const assignToPayment: Apply = async (ctx, tx, { object: id, input: given }, by) => {
  const { payment: paymentId } = input.parse(given);
  const entry = await findEntry(tx, id);
  if (!entry) throw noSuch('bank entry', id);
  if (entry.source === 'person') throw new SettlementRefused(`${id} was recorded by hand: assign the bank's own entry`);
  if (entry.transferId === paymentId) throw new SettlementRefused(`${id} belongs to ${paymentId} already`);
  await lockCompanies(tx, [entry.transferId, paymentId]);
  const from = entry.transferId === null ? null : await takeOff(ctx, tx, entry, by);
  const found = await lockPayment(tx, paymentId);
  if (!found) throw noSuch('payment', paymentId);
  const { statement, payment } = found;
  const countsMinor = (entry.amount.currency === payment.amount.currency ? entry : payment).amount.minor;
  const row = { ...entry, transferId: paymentId, countsMinor };
  await addMovement(ctx, tx, statement, payment, row, by, (assignment) => assignEntry(tx, assignment));
  const { amount, direction, bookedOn } = entry;
  const what = `The ${direction} of ${amountText(amount)} of ${bookedOn} belongs to ${paymentId}.`;
  return {
    companyId: statement.companyId,
    effects: [what, ...(from ?? []), ...(await describeEffects(tx, statement, payment))],
  };
};

/** Every writer locks the terms of companies in the order of their ids. */
async function lockCompanies(tx: Transaction, paymentIds: readonly (string | null)[]): Promise<void> {
  const payments = await Promise.all(paymentIds.map((id) => (id === null ? null : findPayment(tx, id))));
  const statements = await findSettlements(
    tx,
    payments.flatMap((payment) => payment?.settlementId ?? []),
  );
  await lockManyTerms(
    tx,
    [...statements.values()].map(({ companyId }) => companyId),
  );
}

async function takeOff(ctx: Context, tx: Transaction, entry: BankEntryRow, by: Requester) {
  const found = await lockPayment(tx, entry.transferId ?? '');
  if (!found) return null;
  const { statement, payment } = found;
  await assignEntry(tx, { ...entry, transferId: null, outcome: 'unassigned', countsMinor: null });
  const rest = (await listEntries(tx, [payment.id])).filter(({ confirmedBy }) => confirmedBy === null);
  const cause = `an entry of the bank belongs to another payment: ${by.reason}`;
  const own = rest.find(({ direction }) => direction === 'debit');
  const reference = own ? (own.bankReference ?? payment.id) : null;
  const left = {
    payment: { ...withMovements(payment, rest), reference },
    cause,
    requestedBy: by.requestedBy,
    failure: cause,
    retryAt: null,
    bookedOn: entry.bookedOn,
  };
  await followPayments(ctx, tx, statement, left);
  // Without an entry of its own, the statement has no reference of the bank.
  await markPaidBy(tx, statement.id, payment.id, null);
  await savePayer(tx, statement);
  return describeEffects(tx, statement, payment);
}
