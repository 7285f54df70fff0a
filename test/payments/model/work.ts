import { randomUUID } from 'node:crypto';
import { endOverdueHolds } from '../../../src/orders/end-hold.js';
import { openCheckout } from '../../../src/orders/open-checkout.js';
import { sweepOrders } from '../../../src/orders/sweep-orders.js';
import type { Context } from '../../../src/platform/context/context.js';
import type { TemporalClient } from '../../../src/platform/temporal/client.js';
import { advancePayment } from '../../../src/settlements/advance-payment.js';
import { bankFiles, makeBankFiles, readBankFile, withdrawBankFile } from '../../../src/settlements/bank-files.js';
import { importBankStatement } from '../../../src/settlements/import-bank-statement.js';
import { lastEndedMonth, startOfMonth } from '../../../src/settlements/rules/settlement.js';
import { sweepSettlements } from '../../../src/settlements/sweep-settlements.js';
import { closeMonth, statementsOf } from '../../support/data/settle.js';
import { sessionOf, tokenOf } from '../../support/outside/stripe.js';
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
export async function buyTickets(history: History, quantity: number): Promise<void> {
  const { ctx, orders, stripe } = history;
  const before = orders.length;
  await history.order(quantity, null);
  const id = orders[before];
  if (!id) return;
  await history.work(async (own) => openCheckout(own, await tokenOf(ctx, id), 'en'));
  const session = await sessionOf(ctx, id);
  if (session) await history.work(async () => stripe.verbs.pay({ session }));
}

/** What the workers repair by Postgres alone. */
export async function sweep(ctx: Context): Promise<void> {
  await endOverdueHolds(ctx);
  const failures: unknown[] = [];
  for (const work of [sweepOrders, sweepSettlements]) {
    await work(ctx, away).catch((error: unknown) => {
      if (!(error instanceof TemporalAway)) failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
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

/** Gives the bank what is due. A file that was made by a process that died is found in the list and given as well. */
export async function makeFiles(history: History, death: Death | null): Promise<void> {
  const { ctx, bank } = history;
  const months = new Set((await statementsOf(ctx, history.companyId)).map(({ month }) => month));
  for (const month of months) {
    await history.work(async (own) => {
      for (const file of (await makeBankFiles(own, { month, ...BY })).files) bank.take(file);
    }, death);
    for (const { id, withdrawnAt } of await bankFiles(ctx, month)) {
      if (withdrawnAt === null && (await isOf(history, id))) bank.take(await readBankFile(ctx, id));
    }
  }
}

async function isOf({ ctx, companyId }: History, fileId: string): Promise<boolean> {
  const rows = await ctx.sql`
    SELECT FROM settlement_transfers t JOIN settlements s ON s.id = t.settlement_id
    WHERE t.file_id = ${fileId} AND s.company_id = ${companyId} LIMIT 1`;
  return rows.length > 0;
}

/** Takes the next step of each payment, as its workflow does. */
export async function payTransfers(history: History, death: Death | null): Promise<void> {
  for (const { id } of await statementsOf(history.ctx, history.companyId)) {
    await history.work((ctx) => advancePayment(ctx, id), death);
  }
}

/** The bank did not get a file. */
export async function withdrawFile(history: History, which: number, death: Death | null): Promise<void> {
  const ids = [...new Set(history.bank.payments.map(({ fileId }) => fileId))];
  const fileId = ids[which % Math.max(1, ids.length)];
  if (!fileId || !history.bank.forget(fileId)) return;
  const withdraw = (ctx: Context) => withdrawBankFile(ctx, { fileId, ...BY });
  if (!(await history.work(withdraw, death))) await history.work(withdraw);
}

export async function importBank(history: History, last: number | undefined, death: Death | null): Promise<void> {
  const xml = history.bank.statement(last);
  await history.work((ctx) => importBankStatement(ctx, { xml, ...BY }), death);
}
