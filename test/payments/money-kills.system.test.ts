// A minute: processes are killed and started again, and Temporal misses a worker only when its time is over.
import { setTimeout as pause } from 'node:timers/promises';
import { createKey } from '../../src/access/create-key.js';
import { connectOrganizer } from '../../src/catalogue/connect-organizer.js';
import type { SettlementMethod } from '../../src/core/money.js';
import { DAY } from '../../src/core/time.js';
import { followEvents } from '../../src/earnings/follow-events.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTemporalClient, type TemporalClient } from '../../src/platform/temporal/client.js';
import { makeBankFiles, readBankFile } from '../../src/settlements/bank-files.js';
import { startClose } from '../../src/settlements/close-run.js';
import { importBankStatement } from '../../src/settlements/import-bank-statement.js';
import { setPayoutAccount } from '../../src/settlements/payout-account.js';
import { lastEndedMonth, monthOf, startOfMonth } from '../../src/settlements/rules/settlement.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { listBankFiles } from '../../src/settlements/sql/bank-files.js';
import { connectTransferAccount } from '../../src/settlements/transfer-account.js';
import { addPartner, addTicketedEvent, addTicketType } from '../support/data/build.js';
import { statementsOf } from '../support/data/settle.js';
import { tokenOf } from '../support/outside/stripe.js';
import { deleteSchedules } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';
import { checkAccounts, checkSettled } from './model/accounts-agree.js';
import { Bank } from './model/bank.js';
import { CAPACITY } from './model/history.js';
import { KillableSite, PROCESSES, type ProcessName } from './model/killable-site.js';
import { differencesOf } from './model/reconciled.js';

/** The processes that die in each step; `MONEY_SEED` repeats a run. */
const SEED = Number(process.env.MONEY_SEED ?? Date.now() % 1_000_000_000);
const BY = { requestedBy: 'finance', reason: 'kills' };

let site: KillableSite;
let temporal: TemporalClient;
beforeAll(async () => {
  site = await KillableSite.start();
  temporal = createTemporalClient(site.ctx.config);
});
afterAll(async () => {
  await deleteSchedules(temporal);
  await temporal.close();
  await site.close();
});

/** Repeated until it succeeds: a call may reach a dead process. */
const until = <T>(work: () => Promise<T>) =>
  waitFor(async () => ({ value: await work() }), { interval: 200 }).then(({ value }) => value);

let steps = 0;

/** While the work is done, two processes die and others take their place; then everything has to agree. */
async function step<T>(work: () => Promise<T>): Promise<T> {
  const nth = SEED + steps * 2;
  steps += 1;
  const dying = [0, 1].map((i) => PROCESSES[(nth + i * (1 + (SEED % 3))) % PROCESSES.length] as ProcessName);
  const chaos = async () => {
    for (const [i, name] of dying.entries()) {
      await pause((SEED >> (steps + i)) % 150);
      await site.killAndRevive(name);
    }
  };
  const [result] = await Promise.all([work(), chaos()]);
  return result;
}

/** A partner with an event whose organizer can charge. */
async function openPartner(method: SettlementMethod) {
  const { ctx } = site;
  const { eventId, ticketTypeId } = await addTicketedEvent(ctx, {
    startsAt: new Date(Date.now() + 20 * DAY).toISOString(),
    endsAt: new Date(Date.now() + 20 * DAY).toISOString(),
    reward: { kind: 'percent', percent: 12.5 },
    priceMinor: 1_000,
    totalMinor: 1_250,
    capacity: CAPACITY,
  });
  const seats = { price_minor: 2_200, total_minor: 2_750, capacity: CAPACITY };
  const seatTypeId = await addTicketType(ctx, eventId, seats);
  const [event] = await ctx.sql<{ source: string }[]>`
    SELECT o.source FROM organizers o JOIN events e ON e.organizer_id = o.id WHERE e.id = ${eventId}`;
  const source = event?.source ?? '';
  const { account } = await connectOrganizer(ctx, { source, country: 'DE' });
  await site.atStripe('onboard', { account: account.id });
  await connectOrganizer(ctx, { source });
  const { companyId } = await addPartner(ctx);
  const { key } = await createKey(ctx, { companyId, kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await setTerms(ctx, {
    company: companyId,
    method,
    netDays: method === 'bank_transfer' ? 7 : 0,
    minimum: 0,
    reference: null,
  });
  if (method === 'processor_transfer') {
    const { account: own } = await connectTransferAccount(ctx, { company: companyId, country: 'DE' });
    await site.atStripe('onboard', { account: own });
    await connectTransferAccount(ctx, { company: companyId });
  }
  const bank = { holder: 'Partner', iban: 'DE75512108001245126199', bic: null, town: null, country: null };
  await setPayoutAccount(ctx, { company: companyId, ...bank });
  const stripe = {
    world: {
      get store() {
        return site.store;
      },
    },
  };
  return {
    ctx,
    stripe,
    account: account.id,
    mail: [],
    bank: new Bank(),
    eventId,
    ticketTypeId,
    seatTypeId,
    companyId,
    key,
  };
}

type Partner = Awaited<ReturnType<typeof openPartner>>;

/** Every second order has tickets of two types. */
function order({ key, eventId, ticketTypeId, seatTypeId }: Partner, nth: number): Promise<string> {
  const tickets = { ticket_type_id: ticketTypeId, quantity: 2 };
  const lines = [tickets, { ticket_type_id: seatTypeId, quantity: 1 }];
  return until(async () => {
    const answer = await fetch(`${site.origin}/v1/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': `kills-order-${nth}`,
      },
      body: JSON.stringify({
        event_id: eventId,
        ...(nth % 2 === 0 ? tickets : { lines }),
        buyer_email: 'ada@example.org',
        buyer_name: 'Ada',
      }),
    });
    const text = await answer.text();
    if (answer.status !== 201 && answer.status !== 200) throw new Error(text);
    return (JSON.parse(text) as { id: string }).id;
  });
}

function openPage(id: string): Promise<string> {
  return until(async () => {
    const token = await tokenOf(site.ctx, id);
    const answer = await fetch(`${site.origin}/checkout/${token}/pay`, { method: 'POST', redirect: 'manual' });
    const url = answer.headers.get('location') ?? '';
    if (!url.includes('/pay/')) throw new Error(`${answer.status} ${url}`);
    return url;
  });
}

async function pay(id: string, url: string): Promise<void> {
  await until(async () => {
    const body = new URLSearchParams({ card: 'paid' });
    const { status } = await fetch(url, { method: 'POST', redirect: 'manual', body });
    // 410: it was paid, and the answer was lost.
    if (status !== 303 && status !== 410) throw new Error(String(status));
  });
  await waitFor(async () => {
    const [row] = await site.ctx.sql<{ status: string }[]>`SELECT status FROM orders WHERE id = ${id}`;
    return row?.status === 'paid';
  }).catch(async (cause) => {
    const seen = await site.ctx.sql`
      SELECT o.status, c.reference, c.state FROM orders o LEFT JOIN checkouts c ON c.order_id = o.id WHERE o.id = ${id}`;
    const waiting = site.store.all('delivery').filter(({ taken }) => (taken as string[]).length === 0);
    const api = await fetch(`${site.origin}/readyz`).then((answer) => answer.text(), String);
    throw new Error(`${id} is not paid: ${JSON.stringify({ seen, waiting, api })}`, { cause });
  });
}

/** The events are over, and the earnings became ready in the last month. */
async function passTime(): Promise<void> {
  const { ctx } = site;
  const [event, ready] = [20, 5].map(
    (days) => new Date(startOfMonth(lastEndedMonth(new Date())).getTime() + (25 - days) * DAY),
  );
  await ctx.sql`UPDATE events SET starts_at = ${event as Date}, ends_at = ${event as Date}`;
  while ((await followEvents(ctx)).events > 0);
  await ctx.sql`UPDATE earnings SET approves_at = ${ready as Date}, ready_at = ${ready as Date}`;
}

test('any process may die at any step, from order to bank, and all accounts agree', async () => {
  process.stdout.write(`money kills: MONEY_SEED=${SEED}\n`);
  const { ctx } = site;
  const month = lastEndedMonth(new Date());
  const partners = await Promise.all([
    openPartner('bank_transfer'),
    openPartner('bank_transfer'),
    openPartner('processor_transfer'),
  ]);
  await site.atStripe('topUp', { amount: 100_000, currency: 'eur' });
  const all = <T>(work: (partner: Partner, nth: number) => Promise<T>) => Promise.all(partners.map(work));
  const check = () => all((partner) => until(() => checkAccounts(partner)));

  const orders = await step(() => all((partner, nth) => order(partner, nth)));
  await check();
  const pages = await step(() => Promise.all(orders.map(openPage)));
  await check();
  await step(() => Promise.all(orders.map((id, nth) => pay(id, pages[nth] ?? ''))));
  await check();
  await step(async () => {
    const orderId = orders[0] ?? '';
    await until(() => refundOrder(ctx, { orderId, requestKey: 'one', tickets: 1 }));
    await waitFor(async () => (await ctx.sql`SELECT FROM refunds WHERE state = 'succeeded'`).length === 1, {
      timeout: 200_000,
    });
  });
  await check();
  await until(passTime);
  await step(async () => {
    await until(() => startClose(ctx, temporal, { month, ...BY }, 'kills'));
    await waitFor(async () => (await ctx.sql`SELECT FROM settlements`).length === 3, {
      timeout: 200_000,
    });
  });
  await check();
  await step(async () => {
    const paid = () => ctx.sql`SELECT FROM settlements WHERE status = 'paid' AND payment_reference LIKE 'tr_%'`;
    await waitFor(async () => (await paid()).length === 1, { timeout: 200_000 });
  });
  await check();
  await step(async () => {
    await until(() => makeBankFiles(ctx, { month, ...BY }));
    for (const { id } of await until(() => listBankFiles(ctx.sql, month, 100))) {
      const file = await until(() => readBankFile(ctx, id));
      // The bank of all of them: each looks at its own payments.
      for (const { bank } of partners) bank.take(file);
    }
  });
  const day = new Date().toISOString().slice(0, 10);
  const [first] = partners;
  for (const { bank } of partners) for (const payment of bank.payments) bank.book(payment, day);
  await step(async () => {
    const xml = first?.bank.statement() ?? '';
    await until(() => importBankStatement(ctx, { file: xml, ...BY }));
    await waitFor(async () => (await ctx.sql`SELECT FROM settlements WHERE lines_paid_at IS NOT NULL`).length === 3, {
      timeout: 200_000,
    });
  });
  for (const partner of partners) {
    const own = (await statementsOf(ctx, partner.companyId)).map(({ id }) => id.replace('stm_', 'trf-'));
    const { payments } = partner.bank;
    payments.splice(
      0,
      payments.length,
      ...payments.filter(({ reference }) => own.some((id) => reference.startsWith(id))),
    );
    await checkSettled(partner);
  }
  const differences = await step(() => until(() => differencesOf(ctx, monthOf(new Date()))));
  expect(differences).toEqual([]);
}, 600_000);
