import { randomUUID } from 'node:crypto';
import { endOverdueHolds } from '../../../src/orders/end-hold.js';
import { eventRefundsJob, pollCheckoutsJob, refundJob } from '../../../src/orders/jobs.js';
import { openCheckout } from '../../../src/orders/open-checkout.js';
import type { Context } from '../../../src/platform/context/context.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { advancePayment } from '../../../src/settlements/advance-payment.js';
import { makeBankFiles, readBankFile, withdrawBankFile } from '../../../src/settlements/bank-files.js';
import { type Apply, approveDecision, type Decision, proposeDecision } from '../../../src/settlements/decide.js';
import { endPayment } from '../../../src/settlements/end-payment.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { statementJob } from '../../../src/settlements/jobs.js';
import { payStatement } from '../../../src/settlements/pay-statement.js';
import { bankId } from '../../../src/settlements/rules/bank-text.js';
import { findOwnId } from '../../../src/settlements/rules/recognize-payment.js';
import { lastEndedMonth, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { settleStatement } from '../../../src/settlements/settle-statement.js';
import { findFiledTransfers } from '../../../src/settlements/sql/bank-files.js';
import { findSettlement, type SettlementRow } from '../../../src/settlements/sql/settlements.js';
import { closeMonth, statementsOf } from '../../support/data/settle.js';
import { checkJob, failuresOf } from '../../support/jobs.js';
import { sessionOf, tokenOf } from '../../support/outside/stripe.js';
import { type Bank, readPayments } from './bank.js';
import type { Death } from './dying-process.js';
import type { History } from './history.js';

const BY = { requestedBy: 'finance', reason: 'model' };

class TemporalAway extends Error {}

/** With no Temporal the workers do all that is overdue themselves. */
const away = {
  queue: (name: string) => name,
  suffix: '',
  call: () => Promise.reject(new TemporalAway()),
} as unknown as TemporalClient;

/** An order is made, and paid on its page; Stripe's messages about it are under way. */
export async function buyTickets(history: History, quantity: number, seats: number): Promise<void> {
  const { ctx, orders, stripe } = history;
  const before = orders.length;
  await history.order(quantity, seats, null);
  const id = orders[before];
  if (!id) return;
  await history.work(async (own) => openCheckout(own, await tokenOf(ctx, id), 'en'));
  const session = await sessionOf(ctx, id);
  if (session) await history.work(async () => stripe.verbs.pay({ session }));
}

/** The jobs that the workers run by Postgres alone. */
export async function sweep(ctx: Context): Promise<void> {
  await endOverdueHolds(ctx);
  // A subject that failed would wait for its retry by the database's own clock.
  await ctx.sql`DELETE FROM outbox WHERE due_at IS NOT NULL`;
  for (const job of [refundJob, eventRefundsJob, statementJob]) {
    await checkJob(ctx, away, job);
    const [failure] = await failuresOf(ctx, job);
    if (failure !== undefined) throw new Error(failure);
  }
  await pollCheckoutsJob.clock?.run(ctx, away);
}

export async function unsentRefunds({ ctx, orders }: History): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT id FROM refunds WHERE order_id = ANY (${orders}) AND sent_at IS NULL AND state IS DISTINCT FROM 'failed' ORDER BY created_at, id`;
  return rows.map(({ id }) => id);
}

/** Closes the last months that are over, the oldest first. */
export async function closeMonths(history: History, months: number, death: Death | null): Promise<void> {
  const ended = [lastEndedMonth(history.ctx.clock.now())];
  while (ended.length < months) ended.unshift(lastEndedMonth(startOfMonth(ended[0] ?? '')));
  for (const month of ended) {
    const key = randomUUID();
    const close = (ctx: Context) => closeMonth(ctx, month, { key });
    // Its workflow goes on when the worker is back.
    if (!(await history.work(close, death))) await history.work(close);
  }
}

/**
 * Gives the bank the due payments. A file that was made by a process that died is found in the list and given as well.
 */
export async function makeFiles(history: History, death: Death | null): Promise<void> {
  const { ctx, bank } = history;
  const months = new Set((await statementsOf(ctx, history.companyId)).map(({ month }) => month));
  for (const month of months) {
    await history.work(async (own) => {
      await makeBankFiles(own, { month, ...BY });
    }, death);
    for (const id of await filesOf(history, month)) {
      if (bank.payments.some(({ fileId }) => fileId === id)) continue;
      const file = await readBankFile(ctx, id);
      await checkNewFile(history, file.content);
      bank.take(file);
    }
  }
}

/**
 * The invariant of files: no payment of a new file pays lines again that a payment of any version may still pay, or has paid by all that
 * was imported.
 */
async function checkNewFile({ ctx, bank }: History, content: string): Promise<void> {
  for (const { reference } of readPayments(content)) {
    const rows = await ctx.sql<{ id: string }[]>`
      SELECT DISTINCT t.id FROM settlement_lines mine JOIN settlement_lines l ON l.earning_id = mine.earning_id
        JOIN settlement_transfers t ON t.settlement_id = l.settlement_id
      WHERE mine.settlement_id = (SELECT settlement_id FROM settlement_transfers WHERE lower(id) = ${transferOf(reference)})`;
    for (const other of bank.payments) {
      if (other.reference === reference || !rows.some(({ id }) => bankId(id) === other.reference)) continue;
      const known = bank.netMinor(other.reference, ({ isImported }) => isImported);
      if (known > 0) throw new Error(`${reference} pays again what ${other.reference} has paid: ${known}`);
      if (other.state === 'waiting') throw new Error(`${reference} pays again what ${other.reference} may still pay`);
    }
  }
}

/** The id of the payment that a reference names, in lower case. */
function transferOf(reference: string): string {
  const own = findOwnId(reference);
  if (own?.kind !== 'transfer') throw new Error(`${reference} names no payment`);
  return own.id;
}

async function filesOf({ ctx, companyId }: History, month: string): Promise<string[]> {
  const rows = await ctx.sql<{ id: string }[]>`
    SELECT DISTINCT f.id FROM bank_files f JOIN settlement_transfers t ON t.file_id = f.id JOIN settlements s ON s.id = t.settlement_id
    WHERE s.company_id = ${companyId} AND f.month = ${month} AND f.withdrawn_at IS NULL`;
  return rows.map(({ id }) => id);
}

/** Takes the next step of each payment, as its workflow does. */
export async function payTransfers(history: History, death: Death | null): Promise<void> {
  for (const { id } of await statementsOf(history.ctx, history.companyId)) {
    await history.work((ctx) => advancePayment(ctx, id), death);
  }
}

/** Finance believes that the bank did not get a file. */
export async function withdrawFile(history: History, which: number, death: Death | null): Promise<void> {
  const { bank, ctx } = history;
  const ids = [...new Set(bank.payments.map(({ fileId }) => fileId))];
  const fileId = ids[which % Math.max(1, ids.length)];
  if (!fileId || bank.payments.some((payment) => payment.fileId === fileId && payment.state === 'booked')) return;
  const withdraw = (own: Context) => withdrawBankFile(own, { fileId, ...BY });
  if (!(await history.work(withdraw, death))) await history.work(withdraw);
  const [row] = await ctx.sql`SELECT FROM bank_files WHERE id = ${fileId} AND withdrawn_at IS NOT NULL`;
  if (row) bank.forget(fileId);
}

export async function importBank(history: History, entries: Bank['entries'], death: Death | null): Promise<void> {
  if (entries.length === 0) return;
  const xml = history.bank.statement(entries);
  const isDone = await history.work((ctx) => importBankStatement(ctx, { file: xml, ...BY }), death);
  if (isDone) for (const entry of entries) entry.isImported = true;
}

/** Finance ends the payments that the bank refused. */
export async function endRefused(history: History, death: Death | null): Promise<void> {
  for (const { reference, state } of history.bank.payments) {
    if (state !== 'refused') continue;
    const [transfer] = await findFiledTransfers(history.ctx.sql, { transferIds: [transferOf(reference)] });
    if (!transfer) throw new Error(`no payment has the reference ${reference}`);
    const { id: object } = transfer;
    const input = { outcome: 'refused', amountMinor: null, reference: null };
    await decide(history, { kind: 'end_payment', object, input }, endPayment, death);
  }
}

/** Finance settles all differences of the statements: the next one takes them off, or they are written off. */
export async function settleDifferences(history: History, recover: boolean, death: Death | null): Promise<void> {
  for (const { id: object } of await statementsOf(history.ctx, history.companyId)) {
    await decide(history, { kind: 'settle', object, input: { recover } }, settleStatement, death);
  }
}

/** One person proposes and another approves; both do so again after a crash. */
async function decide(history: History, decision: Decision, apply: Apply, death: Death | null): Promise<void> {
  const once = async (ctx: Context) => {
    const { id } = await proposeDecision(ctx, decision, apply, BY);
    if (id !== null) await approveDecision(ctx, { id, approvedBy: 'second' }, apply);
  };
  if (!(await history.work(once, death))) await history.work(once);
}

export async function recordByHand(
  history: History,
  { id: settlementId, amount }: SettlementRow,
  death: Death | null,
): Promise<void> {
  const { ctx, bank } = history;
  const before = await findSettlement(ctx.sql, settlementId);
  const own = bank.payments.filter(({ reference }) =>
    transferOf(reference).startsWith(settlementId.replace('stm_', 'trf_').toLowerCase()),
  );
  const known = own.find(({ reference }) => bank.netMinor(reference, ({ isImported }) => isImported) > 0);
  const paymentReference = known?.reference ?? 'online banking';
  await history.work((own) => payStatement(own, { settlementId, paymentReference, ...BY }), death);
  const after = await findSettlement(ctx.sql, settlementId);
  if (!known && before?.status !== 'paid' && after?.paymentReference === paymentReference)
    bank.byHand.set(settlementId, amount.minor);
}
