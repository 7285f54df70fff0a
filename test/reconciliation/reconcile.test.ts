import { DAY } from '../../src/core/time.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { listRefunds, refundOrder } from '../../src/orders/refunds.js';
import { mendRefund, sendRefund } from '../../src/orders/send-refund.js';
import { beginReconciliation, compareNext, endReconciliation, readOurs } from '../../src/reconciliation/reconcile.js';
import { showReconciliation } from '../../src/reconciliation/reconciliations.js';
import { lastEndedMonth, monthOf, startOfMonth } from '../../src/settlements/rules/settlement.js';
import { createAccount } from '../../tools/stripe-stand-in/accounts.js';
import { type BalanceTransaction, book } from '../../tools/stripe-stand-in/ledger.js';
import type { StripeObject } from '../../tools/stripe-stand-in/store.js';
import { createTransfer } from '../../tools/stripe-stand-in/transfers.js';
import { runCli } from '../support/command.js';
import { createTestContext } from '../support/context.js';
import { placeOrder } from '../support/data/holds.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { openStripeSite, type StripeSite, sessionOf, tokenOf } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

let site: StripeSite;
let month: string;
beforeEach(async () => {
  // 5 % of 25.00 is a fee of 1.25.
  site = await openStripeSite({ capacity: 1_000, env: { STRIPE_FEE_PERCENT: '5' } });
  month = monthOf(site.ctx.clock.now());
});
afterEach(() => site.close());

/** An order of two tickets at 12.50 each, paid; with the payment. */
async function paidOrder(): Promise<{ id: string; intent: string }> {
  const { ctx, stripe, shop } = site;
  const { id } = await placeOrder(ctx, shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const { payment_intent: intent } = stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  await quiet();
  return { id, intent: intent ?? '' };
}

const quiet = () => waitFor(() => site.stripe.deliverer.waiting().length === 0);

async function refund(orderId: string): Promise<string> {
  const made = await refundOrder(site.ctx, { orderId, requestKey: 'test', tickets: 1 });
  const reference = await sendRefund(site.ctx, { refundId: made?.refundId ?? '' });
  await quiet();
  return reference ?? '';
}

async function dispute(intent: string): Promise<string> {
  const { id } = site.stripe.verbs.dispute({ intent });
  await quiet();
  return id;
}

/** A movement of the processor that it never made: it is moved out of all months. */
function unmake(source: string): void {
  const { world } = site.stripe;
  for (const account of [site.account, '']) {
    for (const entry of world.store.all<BalanceTransaction>('balance_transaction', account)) {
      if (entry.source === source) world.put(account, { ...entry, created: 1 });
    }
  }
}

function change(kind: string, id: string, changed: Partial<StripeObject>): void {
  const { store } = site.stripe.world;
  const found = store.find(kind, id);
  if (!found) throw new Error(`there is no ${kind} ${id}`);
  site.stripe.world.put(store.accountOf(id), { ...found, ...changed });
}

const chargeOf = (intent: string): StripeObject =>
  site.stripe.world.store.all('charge').find((one) => one.payment_intent === intent) ?? { id: '', object: '' };
const feeOf = (intent: string) => String(chargeOf(intent).application_fee);

const settlement = (...argv: string[]) =>
  runCli(site.ctx, ['settlement', ...argv], {
    env: {
      PAYMENTS: 'stripe',
      STRIPE_KEY: 'rk_test_1',
      STRIPE_WEBHOOK_SECRETS: 'whsec_1',
      STRIPE_API_BASE: site.stripe.origin,
    },
  });

async function reconcile(): Promise<{ code: number; differences: string[]; totals: Record<string, string> }> {
  const { code, out, err } = await settlement('reconcile', '--month', month, '--json');
  expect(err).toBe('');
  const { differences, totals } = JSON.parse(out);
  return {
    code,
    differences: differences
      .map((difference: Record<string, string>) => `${difference.name} ${difference.about ?? difference.object}`)
      .sort(),
    totals: Object.fromEntries(
      totals.map((total: Record<string, { count: number; amount: number }>) => [
        `${total.account === (site.account as unknown) ? 'organizer' : total.account} ${total.kind}`,
        `${total.ours?.count} ${total.ours?.amount} = ${total.theirs?.count} ${total.theirs?.amount}`,
      ]),
    ),
  };
}

test('a month of payments, refunds, disputes and others’ business adds up to the cent', async () => {
  const { stripe, account } = site;
  await paidOrder();
  await refund((await paidOrder()).id);
  // On Stripe's own pages, without our fee; a failed one; and a won dispute.
  stripe.verbs.refund({ intent: (await paidOrder()).intent, amount: 1_250 });
  const failed = stripe.verbs.refund({ intent: (await paidOrder()).intent, amount: 1_250 });
  stripe.verbs.settleRefund({ refund: failed.id, state: 'failed' });
  await dispute((await paidOrder()).intent);
  stripe.verbs.moveDispute({ dispute: await dispute((await paidOrder()).intent), status: 'won' });
  await quiet();
  // The organizer's other movements do not concern us.
  const foreign = {
    id: 'ch_foreign',
    object: 'charge',
    amount: 900,
    currency: 'eur',
    payment_intent: 'pi_foreign',
    metadata: {},
  };
  stripe.world.put(account, foreign);
  book(stripe.world, account, { type: 'charge', category: 'charge', amount: 900, currency: 'eur', source: foreign.id });
  book(stripe.world, account, { type: 'payout', category: 'payout', amount: -500, currency: 'eur', source: 'po_1' });

  expect(await reconcile()).toEqual({
    code: 0,
    differences: [],
    totals: {
      'organizer payment': '6 150 = 6 150',
      'organizer refund': '2 -25 = 2 -25',
      'organizer dispute': '2 -50 = 2 -50',
      'organizer dispute_return': '1 25 = 1 25',
      'organizer other': expect.stringMatching(/^0 0 = /),
      'platform fee': '6 7.5 = 6 7.5',
      'platform fee_refund': '1 -0.62 = 1 -0.62',
    },
  });
});

test('each fault has its name and its order, and the command says what to do and ends with 1', async () => {
  const { ctx, stripe } = site;
  const about: Record<string, string> = {};
  const order = async (name: string) => {
    const made = await paidOrder();
    about[made.id] = name;
    return made;
  };
  site.advance(-40 * 86_400_000);
  const old = await order('old refund unknown');
  site.advance(40 * 86_400_000);
  const lost = await order('lost');
  unmake(chargeOf(lost.intent).id);
  unmake(feeOf(lost.intent));
  const cheap = await order('cheap');
  for (const entry of stripe.world.store.all<BalanceTransaction>('balance_transaction', site.account))
    if (entry.source === chargeOf(cheap.intent).id) stripe.world.put(site.account, { ...entry, amount: 2_400 });
  const dollars = await order('dollars');
  change('charge', chargeOf(dollars.intent).id, { currency: 'usd' });
  unmake(feeOf((await order('no fee')).intent));
  const refunded = await order('refund lost');
  unmake(await refund(refunded.id));
  for (const { id, fee } of stripe.world.store.all('fee_refund')) if (fee === feeOf(refunded.intent)) unmake(id);
  const noShare = await order('fee kept');
  await refund(noShare.id);
  for (const { id, fee } of stripe.world.store.all('fee_refund')) if (fee === feeOf(noShare.intent)) unmake(id);
  unmake(await dispute((await order('dispute lost')).intent));
  const won = await order('return lost');
  const wonDispute = await dispute(won.intent);
  stripe.verbs.moveDispute({ dispute: wonDispute, status: 'won' });
  await quiet();
  for (const entry of stripe.world.store.all<BalanceTransaction>('balance_transaction', site.account))
    if (entry.source === wonDispute && entry.amount > 0) stripe.world.put(site.account, { ...entry, created: 1 });
  const [returned, disputed] = [await order('refund unknown'), await order('dispute unknown')];
  // From here on, Stripe's messages do not arrive.
  stripe.verbs.hold({ held: true });
  stripe.verbs.refund({ intent: returned.intent });
  stripe.verbs.refund({ intent: old.intent, amount: 1_250 });
  stripe.verbs.dispute({ intent: disputed.intent });
  const fees = stripe.world.store.all('application_fee').length;
  const { id } = await placeOrder(ctx, site.shop, 2);
  await openCheckout(ctx, await tokenOf(ctx, id), 'en');
  const { payment_intent: unknown } = stripe.verbs.pay({ session: await sessionOf(ctx, id) });
  expect(stripe.world.store.all('application_fee')).toHaveLength(fees + 1);

  const { code, differences } = await reconcile();
  expect(code).toBe(1);
  const named = differences.map((difference) => difference.replace(/ord_\S+/, (found) => about[found] ?? found)).sort();
  expect(named).toEqual(
    [
      'dispute_missing dispute lost',
      'dispute_return_missing return lost',
      'dispute_unknown_to_us dispute unknown',
      'fee_missing no fee',
      'fee_refund_missing fee kept',
      `fee_unknown_to_us ${feeOf(unknown ?? '')}`,
      'payment_amount_differs cheap',
      'payment_currency_differs dollars',
      'payment_missing lost',
      `payment_unknown_to_us ${unknown}`,
      'refund_missing refund lost',
      'refund_unknown_to_us old refund unknown',
      'refund_unknown_to_us refund unknown',
    ].sort(),
  );

  // What arrives later is right in the next run; and finance can look at the first again.
  stripe.verbs.hold({ held: false });
  stripe.deliverer.resume();
  await quiet();
  const again = (await reconcile()).differences;
  expect(again).toHaveLength(8);
  expect(again.filter((one) => one.includes('unknown_to_us'))).toEqual([]);
  const list = await settlement('reconciliations', '--month', month);
  expect(list.out).toMatch(new RegExp(`\\n2 +${month} +8 .*\\n1 +${month} +13 `));
  const first = await settlement('reconciliations', '1', '--limit', '20');
  expect(first.out).toContain(`payment_missing  ${lost.intent} (${lost.id}) on ${site.account}`);
  expect(first.out).toMatch(
    /ours: 25\.00 EUR; theirs: nothing\n {2}Open the payment in the organizer's Stripe account/,
  );
  expect(first.out).toMatch(/13 differences\.\n$/);
});

test("a dispute and a refund count in the month of their money's movement, whenever their messages came", async () => {
  const { stripe, account } = site;
  // The command goes by real time, and compares no month to come.
  site.advance(-124 * DAY);
  month = monthOf(site.ctx.clock.now());
  const { intent } = await paidOrder();
  const refunded = await paidOrder();
  const { id } = stripe.verbs.dispute({ intent, inquiry: true });
  await quiet();
  stripe.verbs.hold({ held: true });
  stripe.verbs.refund({ intent: refunded.intent, amount: 1_250 });
  const months = [month];
  const next = () => {
    site.advance(31 * DAY);
    months.push(monthOf(site.ctx.clock.now()));
  };
  next();
  stripe.verbs.hold({ held: false });
  for (const event of stripe.deliverer.waiting()) await stripe.verbs.send({ event });
  stripe.verbs.moveDispute({ dispute: id, status: 'needs_response' });
  await quiet();
  next();
  stripe.verbs.moveDispute({ dispute: id, status: 'won' });
  await quiet();
  next();
  // It has been over for long, and Stripe reports it once more.
  stripe.world.emit(account, 'charge.dispute.updated', stripe.world.store.find('dispute', id) as StripeObject);
  stripe.world.commit();
  await quiet();
  const moved: Record<string, string>[] = [];
  for (const one of months) {
    month = one;
    const { differences, totals } = await reconcile();
    expect([one, differences]).toEqual([one, []]);
    moved.push(totals);
  }
  expect(moved).toMatchObject([
    { 'organizer refund': '1 -12.5 = 1 -12.5' },
    { 'organizer dispute': '1 -25 = 1 -25' },
    { 'organizer dispute_return': '1 25 = 1 25' },
    {},
  ]);
});

/** Sends the refund of an order that failed again. */
async function retry(orderId: string): Promise<void> {
  const [failed] = await listRefunds(site.ctx, orderId);
  await mendRefund(site.ctx, failed?.id ?? '', 'retry');
  await sendRefund(site.ctx, { refundId: failed?.id ?? '' });
  await quiet();
}

test('a refund that fails after it gave our fee back, and is sent again, gives it back once', async () => {
  const { stripe } = site;
  const { id } = await paidOrder();
  stripe.verbs.settleRefund({ refund: await refund(id), state: 'failed' });
  await quiet();
  const { differences, totals } = await reconcile();
  expect(differences).toEqual([]);
  expect(totals).toMatchObject({ 'platform fee_refund': '1 -0.62 = 1 -0.62' });
  expect(totals).not.toHaveProperty('organizer refund');

  await retry(id);
  const after = await reconcile();
  expect(after.differences).toEqual([]);
  const once = { 'organizer refund': '1 -12.5 = 1 -12.5', 'platform fee_refund': '1 -0.62 = 1 -0.62' };
  expect(after.totals).toMatchObject(once);
});

test('a refund that fails after it gave our fee back, and is sent again in another month, leaves no difference', async () => {
  const { stripe } = site;
  // In the middle of both months: movements of the days around a month are compared with it too.
  const now = site.ctx.clock.now().getTime();
  site.advance(startOfMonth(monthOf(new Date(now - 62 * DAY))).getTime() + 12 * DAY - now);
  const months = [monthOf(site.ctx.clock.now())];
  const { id } = await paidOrder();
  stripe.verbs.settleRefund({ refund: await refund(id), state: 'failed' });
  await quiet();
  site.advance(31 * DAY);
  months.push(monthOf(site.ctx.clock.now()));
  await retry(id);
  const found: Record<string, string>[] = [];
  for (const one of months) {
    month = one;
    const { differences, totals } = await reconcile();
    expect([one, differences]).toEqual([one, []]);
    found.push(totals);
  }
  expect(found).toMatchObject([
    { 'platform fee_refund': '1 -0.62 = 1 -0.62' },
    { 'organizer refund': '1 -12.5 = 1 -12.5' },
  ]);
  expect(found[0]).not.toHaveProperty('organizer refund');
  expect(found[1]).not.toHaveProperty('platform fee_refund');

  // Had the second refund asked for the fee, each month would say so.
  const [row] = await listRefunds(site.ctx, id);
  await site.ctx.sql`UPDATE refunds SET fee_reference = NULL WHERE id = ${row?.id ?? ''}`;
  month = months[0] ?? '';
  expect((await reconcile()).differences).toEqual([expect.stringMatching(/^fee_refund_unknown_to_us /)]);
  month = months[1] ?? '';
  expect((await reconcile()).differences).toEqual([`fee_refund_missing ${id}`]);
});

test('transfers match the statements, and money that left us without a statement is a difference', async () => {
  const { ctx, stripe } = site;
  stripe.verbs.topUp({ amount: 100_000, currency: 'eur' });
  const { id: destination } = createAccount(stripe.world, { country: 'DE', capabilities: { transfers: {} } });
  stripe.verbs.onboard({ account: destination });
  const send = (amount: number) =>
    createTransfer(stripe.world, { amount: `${amount}`, currency: 'eur', destination }).id;
  const last = lastEndedMonth(ctx.clock.now());
  const paid = async (reference: string, minor: number) => {
    const partner = await seedPayee(ctx);
    await seedLine(ctx, partner, minor, startOfMonth(last));
    await closeMonth(ctx, last);
    const [statement] = await statementsOf(ctx, partner.companyId);
    const now = ctx.clock.now();
    await ctx.sql`
      INSERT INTO settlement_transfers (id, settlement_id, attempt, state, amount_minor, currency, executed_minor, sent_at, account, reference, begun_at,
        ended_at)
      VALUES (${`trf_${reference}`}, ${statement?.id ?? ''}, 1, 'executed', ${minor}, 'EUR', ${minor}, ${now}, ${destination}, ${reference}, ${now}, ${now})`;
    return statement?.id;
  };
  await paid(send(9_000), 9_000);
  const less = await paid(send(8_000), 9_000);
  const missing = await paid('tr_none', 9_000);
  const unknown = send(5_000);
  const reverse = (transfer: string) => stripe.verbs.reverseTransfer({ transfer }).id;
  const [reversed, owed] = [send(7_000), send(6_000)];
  const back = await paid(reversed, 7_000);
  reverse(reversed);
  const owedAgain = await paid(owed, 6_000);
  await ctx.sql`
    INSERT INTO transfer_reversals (id, transfer_id, earning_id, amount_minor, currency, reversed_at, recorded_at)
    SELECT ${reverse(owed)}, ${`trf_${owed}`}, id, 6000, 'EUR', ${ctx.clock.now()}, ${ctx.clock.now()}
      FROM earnings WHERE settlement_id = ${owedAgain ?? ''}`;
  site.advance(60_000);
  const { differences, totals } = await reconcile();
  expect(differences).toEqual([
    `transfer_amount_differs ${less}`,
    `transfer_missing ${missing}`,
    `transfer_reversal_unknown_to_us ${back}`,
    `transfer_unknown_to_us ${unknown}`,
  ]);
  expect(totals).toMatchObject({
    'platform transfer': '5 -400 = 5 -350',
    'platform transfer_reversal': '1 60 = 2 130',
    'platform other': '0 0 = 1 1000',
  });
});

test('goes on after Stripe was away, compares an account once, and says which one it may not read', async () => {
  const { ctx, stripe } = site;
  await paidOrder();
  site.advance(60_000);
  const run = await beginReconciliation(ctx, { month, requestedBy: 'test' });
  await readOurs(ctx, run);
  await readOurs(ctx, run);
  stripe.verbs.fault({ path: '/v1/balance_transactions', kind: 'unreached', times: 2 });
  await expect(compareNext(ctx, run, '')).rejects.toThrow('Stripe did not answer');
  expect(await compareNext(ctx, run, '')).toBe(site.account);
  expect(await compareNext(ctx, run, '')).toBe(site.account);
  expect(await compareNext(ctx, run, site.account)).toBe('platform');
  expect(await compareNext(ctx, run, 'platform')).toBeNull();
  expect(await endReconciliation(ctx, run)).toBe(0);
  const { totals } = await showReconciliation(ctx, run, 10);
  expect(totals).toContainEqual(expect.objectContaining({ kind: 'payment', oursCount: 1, theirsCount: 1 }));
  expect(await ctx.sql`SELECT FROM reconciliation_entries`).toHaveLength(0);

  change('account', site.account, { object: 'deauthorized' });
  expect(await reconcile()).toMatchObject({ code: 1, differences: ['account_unreadable account_invalid'] });
});

test('says plainly that simulated payments leave nothing to compare, and refuses a month that has not begun', async () => {
  const ctx = await createTestContext({ env: { PAYMENTS: 'simulated' } });
  const said = await runCli(ctx, ['settlement', 'reconcile', '--month', '2026-10'], { env: { PAYMENTS: 'simulated' } });
  expect(said).toMatchObject({
    code: 0,
    out: 'Payments are simulated: no money moves, and there is nothing to compare.\n',
  });
  await ctx.close();
  const early = await settlement('reconcile', '--month', '2999-12');
  expect(early).toMatchObject({ code: 2, err: expect.stringContaining('2999-12 has not begun') });
});
