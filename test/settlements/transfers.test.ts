import { advancePayment } from '../../src/settlements/advance-payment.js';
import { payStatement } from '../../src/settlements/pay-statement.js';
import { readTransfers } from '../../src/settlements/read-money.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import type { PaidRow } from '../../src/settlements/sql/money.js';
import { listTransfers } from '../../src/settlements/sql/settlement-payments.js';
import { findSettlement } from '../../src/settlements/sql/settlements.js';
import { connectTransferAccount } from '../../src/settlements/transfer-account.js';
import type { StripeObject } from '../../tools/stripe-stand-in/store.js';
import type { TransferObject } from '../../tools/stripe-stand-in/transfers.js';
import { readBacklog } from '../../worker/backlog.js';
import { runCli } from '../support/command.js';
import type { Seller } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';
import { openStripeSite, type StripeSite } from '../support/outside/stripe.js';
import { waitFor } from '../support/wait-for.js';

const DAY = 86_400_000;
const HOUR = 3_600_000;

let site: StripeSite;
let partner: Seller;
let id: string;
beforeEach(async () => {
  site = await openStripeSite({ env: { PAYOUTS: 'stripe' } });
  const { ctx } = site;
  partner = await seedPayee(ctx, { netDays: 0 });
  await setTerms(ctx, {
    company: partner.companyId,
    method: 'processor_transfer',
    netDays: 0,
    minimum: 50,
    reference: null,
  });
  const now = ctx.clock.now();
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 3)).toISOString();
  await seedLine(ctx, partner, 6_000, month);
  await closeMonth(ctx, month.slice(0, 7));
  id = (await statementsOf(ctx, partner.companyId))[0]?.id ?? '';
});
afterEach(() => site.close());

const quiet = () => waitFor(() => site.stripe.deliverer.waiting().length === 0);
const transfers = () => site.stripe.world.store.all<TransferObject>('transfer');
const advance = () => advancePayment(site.ctx, id);
const statement = () => findSettlement(site.ctx.sql, id);
const topUp = (amount: number) => site.stripe.verbs.topUp({ amount, currency: 'eur' });
const reversals = () =>
  site.ctx.sql<{ amountMinor: number; earning: number | null }[]>`
    SELECT r.amount_minor, e.commission_minor AS earning
    FROM transfer_reversals r LEFT JOIN earnings e ON e.id = r.earning_id ORDER BY r.amount_minor`;

/** Connects the partner and gives the missing facts. @returns the account. */
async function connect(): Promise<string> {
  const { ctx, stripe } = site;
  const { account } = await connectTransferAccount(ctx, { company: partner.companyId, country: 'DE' });
  stripe.verbs.onboard({ account });
  await quiet();
  return account;
}

test('a statement waits for the account of its company, and its owner’s last answer lets it go on', async () => {
  const { ctx, stripe } = site;
  topUp(10_000);
  expect(await advance()).toEqual({ status: 'issued', waitMs: DAY, waitsFor: 'account' });
  const made = await connectTransferAccount(ctx, { company: partner.companyId, country: 'DE' });
  expect(made).toMatchObject({ transfersEnabled: false, requirements: expect.arrayContaining([expect.any(String)]) });
  expect(made.link).toMatch(/^http/);
  expect((await advance()).waitsFor).toBe('account');
  stripe.verbs.onboard({ account: made.account });
  await quiet();
  const again = await connectTransferAccount(ctx, { company: partner.companyId });
  expect(again).toMatchObject({ account: made.account, transfersEnabled: true, requirements: [], link: null });
  expect(await advance()).toEqual({ status: 'paid', waitMs: null });
  expect(transfers()).toMatchObject([
    { amount: 6_000, currency: 'eur', destination: made.account, transfer_group: id },
  ]);
  expect(await statement()).toMatchObject({ status: 'paid', paymentReference: transfers()[0]?.id });
});

test('an account that Stripe restricts gets nothing more, and one account serves one company', async () => {
  const { ctx, stripe } = site;
  topUp(10_000);
  const account = await connect();
  stripe.verbs.restrict({ account });
  await quiet();
  expect((await advance()).waitsFor).toBe('account');
  const other = await seedPayee(ctx);
  await expect(connectTransferAccount(ctx, { company: other.companyId, account })).rejects.toThrow('another company');
  await expect(connectTransferAccount(ctx, { company: other.companyId, account: 'acct_none' })).rejects.toThrow(
    'refused',
  );
  expect(transfers()).toEqual([]);
});

test('without enough money it waits and says so, and money that arrives lets it go on at once', async () => {
  await connect();
  topUp(5_999);
  await quiet();
  expect(await advance()).toEqual({ status: 'paying', waitMs: HOUR, waitsFor: 'balance' });
  expect(await advance()).toMatchObject({ waitsFor: 'balance' });
  site.advance(HOUR);
  expect(await advance()).toMatchObject({ status: 'paying', waitsFor: 'balance' });
  expect(await statement()).toMatchObject({ status: 'paying', waitsFor: 'balance', failure: null, attempts: 1 });
  const { out } = await runCli(site.ctx, ['settlement', 'show', id]);
  expect(out).toContain('Waits for money in our balance at the processor; tried again ');
  const backlog = await readBacklog(site.ctx.sql, site.ctx.clock.now());
  expect(backlog).toContainEqual({ name: 'settlement_payments_waiting', label: 'balance', value: 1 });
  topUp(1);
  await quiet();
  expect(await advance()).toEqual({ status: 'paid', waitMs: null });
  expect(transfers()).toHaveLength(1);
  expect(await listTransfers(site.ctx.sql, id)).toMatchObject([{ attempt: 1, sending: 3, state: 'executed' }]);
});

// The client makes a call three times, but for a 500, which Stripe keeps for its key: that one waits, and is sent with the next.
test.each([
  ['lost', 3, undefined],
  ['unreached', 3, undefined],
  ['409', 3, undefined],
  ['500', 1, 'processor'],
] as const)('a sending that ends with %s pays once', async (kind, times, waitsFor) => {
  topUp(10_000);
  await connect();
  site.stripe.verbs.fault({ path: '/v1/transfers', method: 'POST', kind, times });
  await expect(advance()).rejects.toThrow('Stripe');
  expect((await advance()).waitsFor).toBe(waitsFor);
  site.advance(HOUR);
  expect(await advance()).toEqual({ status: 'paid', waitMs: null });
  expect(transfers()).toHaveLength(1);
});

test('eight at once, together with finance, send one transfer', async () => {
  topUp(100_000);
  await connect();
  const asked = { settlementId: id, requestedBy: 'finance', reason: 'now' };
  await Promise.allSettled([...Array.from({ length: 8 }, advance), payStatement(site.ctx, asked)]);
  await advance().catch(() => advance());
  expect(await statement()).toMatchObject({ status: 'paid' });
  expect(transfers()).toHaveLength(1);
});

test('the message of a transfer whose answer was lost pays its statement', async () => {
  topUp(10_000);
  await connect();
  site.stripe.verbs.fault({ path: '/v1/transfers', method: 'POST', kind: 'lost', times: 3 });
  await expect(advance()).rejects.toThrow();
  await waitFor(async () => (await statement())?.status === 'paid');
  expect(transfers()).toHaveLength(1);
});

test('each reversal is owed again once, whatever comes twice or late', async () => {
  const { ctx, stripe } = site;
  topUp(10_000);
  await connect();
  await advance();
  const [{ id: transfer } = { id: '' }] = transfers();
  stripe.verbs.reverseTransfer({ transfer, amount: 1_000 });
  stripe.verbs.reverseTransfer({ transfer });
  await quiet();
  for (const { id: event } of stripe.world.store.all<StripeObject>('event')) await stripe.verbs.send({ event });
  await quiet();
  expect(await reversals()).toEqual([
    { amountMinor: 1_000, earning: 1_000 },
    { amountMinor: 5_000, earning: 5_000 },
  ]);
  expect(await statement()).toMatchObject({ status: 'paid' });
  site.advance(32 * DAY);
  await closeMonth(ctx, new Date(ctx.clock.now().getTime() - 32 * DAY).toISOString().slice(0, 7));
  expect((await statementsOf(ctx, partner.companyId)).at(-1)).toMatchObject({
    amount: { minor: 6_000 },
    status: 'issued',
  });
});

test('transfers of others change nothing, and an unexpected one is reported', async () => {
  const { ctx, stripe } = site;
  const errors = jest.spyOn(ctx.log, 'error');
  topUp(100_000);
  const account = await connect();
  await advance();
  const create = (metadata: Record<string, string>) =>
    fetch(`${stripe.origin}/v1/transfers`, {
      method: 'POST',
      headers: { authorization: 'Bearer rk_test_1', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ amount: '700', currency: 'eur', destination: account },
        ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata[${name}]`, value])),
      }),
    });
  expect((await create({ note: 'rent' })).status).toBe(200);
  await quiet();
  expect(errors).not.toHaveBeenCalled();
  const [{ id: key } = { id: '' }] = await listTransfers(ctx.sql, id);
  expect((await create({ key, settlement_id: id })).status).toBe(200);
  await quiet();
  expect(errors).toHaveBeenCalledWith(expect.objectContaining({ alert: 'transfer_unexpected' }), expect.any(String));
  expect(await statement()).toMatchObject({ status: 'paid', paymentReference: transfers()[0]?.id });
  // Finance reverses it in Stripe: the statement stays paid, nothing is owed again, and the books of the paid transfer are the same.
  stripe.verbs.reverseTransfer({ transfer: transfers().at(-1)?.id ?? '' });
  await quiet();
  expect(await reversals()).toEqual([{ amountMinor: 700, earning: null }]);
  const range = { from: new Date(0), to: new Date('2100-01-01') };
  const money: PaidRow[] = [];
  for await (const rows of readTransfers(ctx.sql, range)) money.push(...rows);
  expect(money.map(({ kind, object }) => [kind, object])).toEqual([['transfer', transfers()[0]?.id]]);
});

test('operators connect and check by command, and see why payouts need no accounts elsewhere', async () => {
  const env = {
    PAYMENTS: 'stripe',
    PAYOUTS: 'stripe',
    STRIPE_KEY: 'rk_test_1',
    STRIPE_WEBHOOK_SECRETS: 'whsec_1',
    STRIPE_API_BASE: site.stripe.origin,
  };
  const run = (args: string[], more: Record<string, string> = {}) =>
    runCli(site.ctx, args, { env: { ...env, ...more } });
  const connect = (more?: Record<string, string>) =>
    run(['payout-account', 'connect', '--company', partner.companyId], more);
  const show = () => run(['company', 'show', partner.companyId]);
  expect((await show()).out).toContain('Account for transfers: none');
  const { code, out } = await connect();
  expect(code).toBe(0);
  expect(out).toMatch(/gets transfers: no[\s\S]*missing: [\s\S]*within minutes: http/);
  expect((await show()).out).toMatch(/acct_\w+\ngets transfers: no/);
  const refused = await connect({ PAYOUTS: 'none' });
  expect(refused.code).toBe(2);
  expect(refused.err).toContain('PAYOUTS');
});
