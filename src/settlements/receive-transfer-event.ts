import { isSame } from '../core/money.js';
import type { ReportedTransfer, TransferReversal } from '../payments/payouts-port.js';
import type { ProcessorEvent } from '../payments/port.js';
import { recordEvent } from '../payments/sql.js';
import type { Context } from '../platform/context/context.js';
import type { Transaction } from '../platform/database/database.js';
import { enqueue } from '../platform/outbox/messages.js';
import { reopenDebt } from './reopen-debt.js';
import {
  addReversal,
  endTransfer,
  findTransfer,
  hasReversal,
  insertReversal,
  markSettlementPaid,
} from './sql/settlement-payments.js';
import { lockSettlement, type SettlementRow, updateSettlement } from './sql/settlements.js';

/**
 * Applies a message of the processor about a transfer, once. A transfer that it names pays its statement even when our
 * own answer was lost; all its reversals are read at the processor, and owed to the partner again on its next
 * statement, each once.
 *
 * @returns `known`: applied before. `foreign`: of a transfer that is not ours.
 * @throws when the processor gave no answer, or does not list every reversal yet: it sends the message again.
 */
export async function receiveTransferEvent(
  ctx: Context,
  event: ProcessorEvent,
  reported: ReportedTransfer,
): Promise<'applied' | 'known' | 'foreign'> {
  const { reference, reversed } = reported;
  // A connected account may send transfers too, and name them as it likes.
  if (event.account !== null || !(await findTransfer(ctx.sql, reported))) return 'foreign';
  const reversals = reversed.minor > 0 ? await ctx.payouts.findReversals(reference) : [];
  if (reversals.reduce((sum, { amount }) => sum + amount.minor, 0) < reversed.minor) {
    throw new Error(`not every reversal of ${reference} is listed`);
  }
  return ctx.sql.begin(async (tx) => {
    if (!(await recordEvent(tx, event, ctx.clock.now()))) return 'known';
    await apply(ctx, tx, reported, reversals);
    return 'applied';
  });
}

async function apply(
  ctx: Context,
  tx: Transaction,
  reported: ReportedTransfer,
  reversals: readonly TransferReversal[],
): Promise<void> {
  const now = ctx.clock.now();
  const settlementId = (await findTransfer(tx, reported))?.settlementId ?? '';
  const statement = await lockSettlement(tx, settlementId);
  // After the lock: of two messages at once the second finds the result of the first.
  const transfer = await findTransfer(tx, reported);
  if (!statement || !transfer) return;
  const { reference, amount } = reported;
  const isWhole = isSame(amount, statement.amount);
  if (transfer.state === 'begun' && transfer.fileId === null && isWhole) {
    await endTransfer(tx, transfer.id, { state: 'succeeded', reference }, now);
    await markSettlementPaid(tx, settlementId, reference, now);
    await enqueue(tx, 'settlement.changed', [settlementId], now);
  } else if (transfer.reference !== reference) await reportUnexpected(ctx, tx, statement, reference);
  const isOurs = (await findTransfer(tx, reported))?.reference === reference;
  for (const reversal of reversals) {
    if (await hasReversal(tx, reversal.id)) continue;
    // A transfer that paid nothing here is not owed again.
    const earningId = isOurs ? await owe(ctx, tx, statement, reversal) : null;
    await insertReversal(tx, { ...reversal, transferId: transfer.id, earningId }, now);
    if (isOurs) await addReversal(tx, transfer.id, reversal.amount.minor);
  }
}

function owe(ctx: Context, tx: Transaction, statement: SettlementRow, reversal: TransferReversal): Promise<string> {
  const { id: settlementId, companyId, month } = statement;
  const { id, amount } = reversal;
  const what = { key: `reversed ${id}`, settlementId, companyId, month, amount };
  const reason = `${id}: the transfer of ${settlementId} was reversed at the payment processor`;
  return reopenDebt(ctx, tx, what, { requestedBy: 'payment processor', reason });
}

/** Money has moved that our books do not know: it may not be sent again before a person has checked it. */
async function reportUnexpected(ctx: Context, tx: Transaction, { id, status }: SettlementRow, reference: string) {
  ctx.log.error(
    { alert: 'transfer_unexpected', settlementId: id, reference },
    'the processor has a transfer that we do not',
  );
  if (status !== 'failed') return;
  const failure = `${reference} arrived although its attempt had failed: record it with --payment-reference`;
  await updateSettlement(tx, id, { status: 'failed', failure, payFrom: null, waitsFor: null }, ctx.clock.now());
}
