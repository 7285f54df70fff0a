import fc from 'fast-check';
import type { SettlementMethod } from '../../../src/core/money.js';
import { DAY, HOUR, MINUTE } from '../../../src/core/time.js';
import { endHolds } from '../../../src/orders/end-hold.js';
import { sendRefund } from '../../../src/orders/send-refund.js';
import { monthOf } from '../../../src/settlements/rules/settlement.js';
import type { RefundObject } from '../../../tools/stripe-stand-in/refunds.js';
import { checkAccounts, checkSettled } from './accounts-agree.js';
import { BUYING } from './buying-steps.js';
import { FINANCE } from './finance-steps.js';
import { History, START, type Stage } from './history.js';
import { differencesOf } from './reconciled.js';
import { REFUNDING } from './refund-steps.js';
import { drain, topUp } from './stripe-balance.js';
import {
  buyTickets,
  closeMonths,
  endRefused,
  importBank,
  makeFiles,
  payTransfers,
  settleDifferences,
  sweep,
  unsentRefunds,
} from './work.js';

export interface Totals {
  histories: number;
  steps: number;
  deaths: number;
}

/**
 * Plays histories of buyers, banks, partners and finance, with processes that die in between. After each step, all accounts agree; at the
 * end all that was under way comes to its end, and on request all months are reconciled.
 *
 * @throws with the seed, and the shortest history that fails.
 */
export async function playHistories(
  stage: Stage,
  options: { runs: number; seed: number; steps: number; isReconciled: boolean },
): Promise<Totals> {
  const total: Totals = { histories: 0, steps: 0, deaths: 0 };
  const currency = fc.constantFrom('EUR', 'EUR', 'JPY', 'KWD');
  const method = fc.constantFrom<SettlementMethod>('bank_transfer', 'processor_transfer');
  const prologue = fc.constantFrom<Prologue[]>('fresh', 'sold', 'sold', 'issued', 'due', 'deferred', 'paid');
  const commands = fc.commands([...BUYING, ...REFUNDING, ...FINANCE], { maxCommands: options.steps, size: 'max' });
  const play = async (
    code: string,
    by: SettlementMethod,
    prologue: Prologue,
    steps: Iterable<fc.AsyncCommand<Record<string, never>, History>>,
  ) => {
    const history = await History.begin(stage, code, by);
    try {
      await PROLOGUES[prologue](history);
      await fc.asyncModelRun(() => ({ model: {}, real: history }), steps);
      await settle(history);
    } finally {
      await history.end();
    }
    total.histories += 1;
    total.steps += [...steps].length;
    total.deaths += history.deaths;
  };
  await fc.assert(fc.asyncProperty(currency, method, prologue, commands, play), {
    numRuns: options.runs,
    seed: options.seed,
  });
  if (options.isReconciled) await reconcile(stage);
  return total;
}

/** No history lasts longer. */
const MONTHS = 30;

/** What all histories have left behind is also what Stripe and the bank have, to the cent. */
async function reconcile({ ctx, stripe }: Stage): Promise<void> {
  const begun = new Date(START);
  const monthAfter = (months: number) => new Date(Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() + months, 1));
  ctx.clock.set(monthAfter(MONTHS));
  stripe.verbs.clock({ now: ctx.clock.now().toISOString() });
  const differences: string[] = [];
  for (let i = 0; i < MONTHS; i += 1) differences.push(...(await differencesOf(ctx, monthOf(monthAfter(i)))));
  if (differences.length > 0) throw new Error(`the months do not add up:\n  ${differences.join('\n  ')}`);
}

type Prologue = 'fresh' | 'sold' | 'issued' | 'due' | 'deferred' | 'paid';

/** Where a history begins: otherwise late steps would occur in few histories. */
const PROLOGUES: Record<Prologue, (history: History) => Promise<void>> = {
  async fresh() {},
  async sold(history) {
    await buyTickets(history, 2, 0);
    await buyTickets(history, 1, 1);
    await history.receiveAll();
  },
  async issued(history) {
    await PROLOGUES.sold(history);
    history.advance(31 * DAY);
    await closeMonths(history, 1, null);
  },
  /** The bank has its files; transfers have not been sent. */
  async due(history) {
    await PROLOGUES.issued(history);
    history.advance(8 * DAY);
    await makeFiles(history, null);
  },
  /** Our balance at Stripe did not suffice for the transfers. */
  async deferred(history) {
    await PROLOGUES.due(history);
    drain(history);
    await payTransfers(history, null);
  },
  async paid(history) {
    await PROLOGUES.due(history);
    await payTransfers(history, null);
    bookAll(history);
    await importBank(history, history.bank.entries, null);
  },
};

/** Lets everything come to its end: messages, refunds, holds, months and payments. */
async function settle(history: History): Promise<void> {
  const { stripe, account, ctx } = history;
  stripe.verbs.noFaults();
  stripe.verbs.refundState({ state: 'succeeded' });
  await history.suspend(false);
  const finish = async () => {
    for (const id of [...history.mail]) await history.hear(id);
    for (const refundId of await unsentRefunds(history)) await sendRefund(ctx, { refundId });
    await endHolds(ctx, history.orders);
    await sweep(ctx);
    await checkAccounts(history);
  };
  history.advance(40 * MINUTE);
  // Stripe may repeat a failure of before once more.
  await history.work(finish);
  for (const { id, status } of stripe.world.store.all<RefundObject>('refund', account)) {
    if (status === 'pending') stripe.verbs.settleRefund({ refund: id, state: 'succeeded' });
  }
  await finish();
  history.advance(31 * DAY);
  await closeMonths(history, 1, null);
  history.advance(8 * DAY);
  stripe.verbs.onboard({ account: history.partnerAccount, currency: history.currency.toLowerCase() });
  topUp(history);
  await finish();
  // What Stripe failed before is sent again after half an hour.
  for (const _ of ['once', 'again']) {
    await payTransfers(history, null);
    history.advance(HOUR);
  }
  await makeFiles(history, null);
  bookAll(history);
  for (const _ of ['once', 'again']) await importBank(history, history.bank.entries, null);
  await endRefused(history, null);
  await settleDifferences(history, true, null);
  await finish();
  await checkSettled(history);
}

function bookAll({ bank, ctx }: History): void {
  const day = ctx.clock.now().toISOString().slice(0, 10);
  for (const payment of bank.payments) if (payment.state === 'waiting') bank.book(payment, day);
}
