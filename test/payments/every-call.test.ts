import { setTimeout as pause } from 'node:timers/promises';
import { connectOrganizer } from '../../src/catalogue/connect-organizer.js';
import { MINUTE } from '../../src/core/time.js';
import { followPayment, pollCheckouts } from '../../src/orders/close-checkout.js';
import { cancelAtCheckout, cancelOrder, endHolds, endOverdueHolds } from '../../src/orders/end-hold.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { mendRefund, sendRefund } from '../../src/orders/send-refund.js';
import { connectDatabase, type Sql } from '../../src/platform/database/database.js';
import { advancePayment } from '../../src/settlements/advance-payment.js';
import { monthOf } from '../../src/settlements/rules/settlement.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { connectTransferAccount } from '../../src/settlements/transfer-account.js';
import type { Call } from '../../tools/stripe-stand-in/api.js';
import type { TransferObject } from '../../tools/stripe-stand-in/transfers.js';
import { runCli } from '../support/command.js';
import { placeOrder } from '../support/data/holds.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { type StripeMock, startStripeMock } from '../support/outside/stripe-mock.js';
import { waitFor } from '../support/wait-for.js';

/** Long enough for a concurrent transaction to end; a transaction around the call lasts as long as the call. */
const MAX_WAIT_MS = 1_500;
/** The path of stripe-mock; without it, nothing but transactions is looked for. */
const MOCK = process.env.STRIPE_MOCK;

let site: StripeSite;
let mock: StripeMock | undefined;
let watcher: Sql | undefined;
/** Calls by their purpose; and calls inside a transaction or a lock. */
const made = new Set<string>();
const spanned: string[] = [];

beforeAll(async () => {
  mock = MOCK === undefined ? undefined : await startStripeMock(MOCK);
  site = await openStripeSite({ capacity: 100, env: { PAYOUTS: 'stripe', STRIPE_FEE_PERCENT: '5' }, watch });
  watcher = connectDatabase({ url: site.ctx.databaseUrl, pool: 1, statementTimeoutMs: 20_000, name: 'watcher' });
});
afterAll(async () => {
  await watcher?.end();
  await site.close();
  await mock?.close();
});

async function watch(call: Call): Promise<void> {
  const what = `${call.method} ${call.path.replace(/\b(acct|cs|fee|tr)_\w+/, ':id')}`;
  made.add(what);
  await mock?.show(call);
  const until = performance.now() + MAX_WAIT_MS;
  let open = await openTransactions();
  while (open.length > 0 && performance.now() < until) {
    await pause(20);
    open = await openTransactions();
  }
  spanned.push(...open.map((query) => `${what}: ${query}`));
}

/** What connections of the service last asked in transactions that are open, and who holds a lock beyond them. */
async function openTransactions(): Promise<string[]> {
  if (!watcher) return [];
  const rows = await watcher<{ query: string }[]>`
    SELECT query FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND (state LIKE 'idle in transaction%' OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'))`;
  return rows.map(({ query }) => query);
}

const quiet = () => waitFor(() => site.stripe.deliverer.waiting().length === 0);
const order = async () => (await placeOrder(site.ctx, site.shop, 2)).id;
const token = (id: string) => tokenOf(site.ctx, id);

async function paid(): Promise<{ id: string; intent: string }> {
  const id = await order();
  await openCheckout(site.ctx, await token(id), 'en');
  const { payment_intent: intent } = site.stripe.verbs.pay({ session: await sessionOf(site.ctx, id) });
  await quiet();
  return { id, intent: intent ?? '' };
}

async function pages(): Promise<void> {
  const { ctx, stripe, shop } = site;
  const [returning, lost, swept, cancelled, left, over] = await Promise.all(Array.from({ length: 6 }, order));
  stripe.verbs.hold({ held: true });
  for (const id of [returning, lost, swept, cancelled, left, over])
    await openCheckout(ctx, await token(id ?? ''), 'de');
  for (const id of [returning, swept]) stripe.verbs.pay({ session: await sessionOf(ctx, id ?? '') });
  await followPayment(ctx, await token(returning ?? ''));
  // The answer was lost, and the same key comes with another title.
  await ctx.sql`UPDATE checkouts SET state = 'opening', reference = NULL, url = NULL, lines = jsonb_set(lines, '{0,title}', '"Renamed"') WHERE order_id = ${lost ?? ''}`;
  expect(await openCheckout(ctx, await token(lost ?? ''), 'de')).toMatch(/\/pay\//);
  await cancelOrder(ctx, { caller: shop.live, orderId: cancelled ?? '' });
  await cancelAtCheckout(ctx, await token(left ?? ''));
  site.advance(4 * MINUTE);
  expect(await pollCheckouts(ctx)).toBeGreaterThan(0);
  stripe.verbs.hold({ held: false });
  for (const event of stripe.deliverer.waiting()) await stripe.verbs.send({ event });
  site.advance(29 * MINUTE);
  await endHolds(ctx, [over ?? '']);
  site.advance(MINUTE);
  await endOverdueHolds(ctx);
  const rows = await ctx.sql<{ status: string }[]>`SELECT DISTINCT status FROM orders ORDER BY status`;
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'expired', 'paid']);
}

async function refundsAndDisputes(): Promise<void> {
  const { ctx, stripe, account } = site;
  const { id: orderId } = await paid();
  const refund = await refundOrder(ctx, { orderId, requestKey: 'one', tickets: 1 });
  const refundId = refund?.refundId ?? '';
  const failed = await sendRefund(ctx, { refundId });
  stripe.verbs.settleRefund({ refund: failed ?? '', state: 'failed' });
  await quiet();
  await mendRefund(ctx, refundId, 'retry');
  expect(await sendRefund(ctx, { refundId })).toMatch(/^re_/);
  stripe.verbs.moveDispute({ dispute: stripe.verbs.dispute({ intent: (await paid()).intent }).id, status: 'won' });
  // A refund whose message comes before its payment's: we ask for the payment.
  const unheard = await order();
  await openCheckout(ctx, await token(unheard), 'en');
  stripe.verbs.hold({ held: true });
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, unheard) });
  stripe.verbs.refund({ intent: intent ?? '' });
  for (const event of [...stripe.deliverer.waiting()].reverse()) await stripe.verbs.send({ event });
  stripe.verbs.hold({ held: false });
  stripe.verbs.restrict({ account });
  stripe.verbs.onboard({ account });
  await quiet();
  expect(await connectOrganizer(ctx, { source: 'shop' })).toMatchObject({ account: { chargesEnabled: true } });
}

async function transfers(): Promise<void> {
  const { ctx, stripe } = site;
  const partner = await seedPayee(ctx, { netDays: 0 });
  const company = partner.companyId;
  await setTerms(ctx, { company, method: 'processor_transfer', netDays: 0, minimum: 50, reference: null });
  const { account } = await connectTransferAccount(ctx, { company, country: 'DE' });
  stripe.verbs.onboard({ account });
  const now = ctx.clock.now();
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3)).toISOString();
  await seedLine(ctx, partner, 6_000, before);
  await closeMonth(ctx, before.slice(0, 7));
  const [statement] = await statementsOf(ctx, company);
  await quiet();
  expect(await advancePayment(ctx, statement?.id ?? '')).toMatchObject({ waitsFor: 'balance' });
  stripe.verbs.topUp({ amount: 10_000, currency: 'eur' });
  await quiet();
  expect(await advancePayment(ctx, statement?.id ?? '')).toMatchObject({ status: 'paid' });
  const [transfer] = stripe.world.store.all<TransferObject>('transfer');
  stripe.verbs.reverseTransfer({ transfer: transfer?.id ?? '' });
  await quiet();
  const env = { PAYMENTS: 'stripe', STRIPE_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1' };
  const { err, code } = await runCli(ctx, ['settlement', 'reconcile', '--month', monthOf(ctx.clock.now()), '--json'], {
    env: { ...env, STRIPE_API_BASE: stripe.origin },
  });
  expect([err, code]).toEqual(['', 0]);
}

test('no transaction and no lock spans a call of Stripe, and stripe-mock takes each', async () => {
  await pages();
  await refundsAndDisputes();
  await transfers();
  expect(spanned).toEqual([]);
  expect(mock?.refused ?? []).toEqual([]);
  expect([...made].sort()).toEqual([
    'GET /v1/accounts/:id',
    'GET /v1/application_fees/:id',
    'GET /v1/balance_transactions',
    'GET /v1/checkout/sessions',
    'GET /v1/checkout/sessions/:id',
    'GET /v1/refunds',
    'GET /v1/transfers',
    'GET /v1/transfers/:id/reversals',
    'POST /v1/account_links',
    'POST /v1/accounts',
    'POST /v1/checkout/sessions',
    'POST /v1/checkout/sessions/:id/expire',
    'POST /v1/refunds',
    'POST /v1/transfers',
  ]);
});
