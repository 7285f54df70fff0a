import { matureEarnings } from '../../src/earnings/mature-earnings.js';
import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { showCompanySale } from '../../src/settlements/company-sale.js';
import { reopenDebt } from '../../src/settlements/reopen-debt.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addKey, addSale, addTicketedEvent, type Seller, type TicketedEvent } from '../support/data/build.js';
import { advanceAll, closeMonth, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
let partner: Seller;
let event: TicketedEvent;
let sold: { saleId: string; orderId: string };

/** A sale of 60 EUR on 1 October, of an event that ends on the 10th: approved on the 12th, ready on the 19th. */
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-10-01T12:00:00.000Z' });
  partner = await seedPayee(ctx, { minimum: 50 });
  event = await ticketed({});
  sold = await addSale(ctx, partner, event, { subId: 'autumn' });
});
afterEach(() => ctx.close());

const ticketed = (options: { test?: boolean }) => {
  const at = '2026-10-10T18:00:00Z';
  return addTicketedEvent(ctx, { ...options, startsAt: at, endsAt: at, reward: { kind: 'flat', amountMinor: 6000 } });
};

/** Moves the clock, and does the due work. */
async function on(day: string): Promise<void> {
  ctx.clock.set(`${day}T21:00:00Z`);
  while ((await matureEarnings(ctx, { limit: 100 })).more);
  await advanceAll(ctx, partner.companyId);
}

async function close(month: string): Promise<void> {
  await closeMonth(ctx, month);
}

/** The time line, a line a step: day (in brackets: expected), text, amount. */
async function timeLine(id = sold.orderId): Promise<string[]> {
  const { steps } = await showCompanySale(ctx, { companyId: partner.companyId, id });
  return steps.map(({ at, expected, text, amount }) => {
    const day = at.toISOString().slice(0, 10);
    return [expected ? `(${day})` : day, text, amount].filter((part) => part !== null).join(' ');
  });
}

const next = async (id = sold.orderId) => (await showCompanySale(ctx, { companyId: partner.companyId, id })).next;

const SOLD = '2026-10-01 Sold. 60';
const APPROVED = '2026-10-12 Approved.';
const LISTED = '2026-11-01 On the October 2026 statement. 60';
const PAID = '2026-11-11 Paid with the October 2026 statement. 60';

test('a pending sale has the expected days of its approval and its statement', async () => {
  expect(await timeLine()).toEqual([SOLD, '(2026-10-12) Approved.', '(2026-11-01) On a statement. 60']);
  expect(await next()).toBe('Waiting for the event. Approved on 12 Oct 2026.');
  await ctx.sql`DELETE FROM settlement_terms`;
  expect(await timeLine()).toEqual([SOLD, '(2026-10-12) Approved.']);
});

test('a sale is found by its order, its own id and its earning, by its company alone', async () => {
  const { companyId } = partner;
  const found = await showCompanySale(ctx, { companyId, id: sold.orderId });
  expect(found).toMatchObject({
    ...{ id: sold.saleId, mode: 'live', net: { minor: 6000, currency: 'EUR' } },
    event: { id: event.eventId, name: 'Concert', date: '2026-10-10' },
    sale: { quantity: 1, priceMinor: 4000, orderCurrency: 'EUR', rewardKind: 'flat', rewardAmountMinor: 6000 },
    records: [{ order_id: sold.orderId, sub_id: 'autumn', kind: 'sale', commission: 60 }],
  });
  for (const id of [sold.saleId, found.records[0]?.id ?? '']) {
    expect(await showCompanySale(ctx, { companyId, id })).toEqual(found);
  }
  const stranger = await seedPayee(ctx);
  for (const id of [sold.orderId, sold.saleId, found.records[0]?.id ?? '']) {
    await expect(showCompanySale(ctx, { companyId: stranger.companyId, id })).rejects.toThrow(id);
  }
  await expect(showCompanySale(ctx, { companyId, id: 'ord_unknown' })).rejects.toThrow('ord_unknown');
});

test('an approved sale, on a statement, paid', async () => {
  await on('2026-10-13');
  expect(await timeLine()).toEqual([SOLD, APPROVED, '(2026-11-01) On a statement. 60']);
  expect(await next()).toBe('Approved. Goes on a statement from 19 Oct 2026.');
  await on('2026-10-20');
  expect(await next()).toBe('Goes on the statement of 1 Nov 2026.');
  expect(await timeLine()).toEqual([SOLD, APPROVED, '(2026-11-01) On a statement. 60']);
  ctx.clock.set('2026-11-01T00:00:00Z');
  await close('2026-10');
  expect(await timeLine()).toEqual([SOLD, APPROVED, LISTED, '(2026-11-11) Paid with the October 2026 statement. 60']);
  expect(await next()).toBe('On the October 2026 statement. We pay it on 11 Nov 2026.');
  await on('2026-11-11');
  expect(await timeLine()).toEqual([SOLD, APPROVED, LISTED, PAID]);
  expect(await next()).toBe('Paid on 11 Nov 2026 (October 2026 statement).');
  const [statement] = await statementsOf(ctx, partner.companyId);
  const { steps } = await showCompanySale(ctx, { companyId: partner.companyId, id: sold.saleId });
  expect(steps.map((step) => step.statement?.id ?? null)).toEqual([null, null, statement?.id, statement?.id]);
});

test('a refused payment has its day, and the day of the next attempt', async () => {
  await on('2026-10-20');
  ctx.clock.set('2026-11-01T00:00:00Z');
  // The simulated bank refuses a payment with this reference.
  await ctx.sql`UPDATE settlement_terms SET reference = 'SIM-FAIL'`;
  await close('2026-10');
  await on('2026-11-11');
  expect(await timeLine()).toEqual([
    ...[SOLD, APPROVED, LISTED, '2026-11-11 The payment of the October 2026 statement failed.'],
    '(2026-11-12) Paid with the October 2026 statement. 60',
  ]);
  expect(await next()).toBe('On the October 2026 statement. Its payment failed. We try again on 12 Nov 2026.');
});

test('a sale recorded after its event is not approved before it was sold', async () => {
  ctx.clock.set('2026-10-25T12:00:00Z');
  const { orderId } = await addSale(ctx, partner, event);
  await on('2026-10-25');
  expect(await timeLine(orderId)).toEqual([
    '2026-10-25 Sold. 60',
    '2026-10-25 Approved.',
    '(2026-11-01) On a statement. 60',
  ]);
});

test('a sale whose payment came back says when its money is paid again', async () => {
  await on('2026-10-20');
  ctx.clock.set('2026-11-01T00:00:00Z');
  await close('2026-10');
  await on('2026-11-11');
  const [statement] = await statementsOf(ctx, partner.companyId);
  const returned = {
    settlementId: statement?.id ?? '',
    companyId: partner.companyId,
    month: '2026-10',
    bookedOn: '2026-11-14',
  };
  ctx.clock.set('2026-11-15T09:00:00Z');
  await ctx.sql.begin((tx) =>
    reopenDebt(
      ctx,
      tx,
      { ...returned, key: 'returned', amount: { minor: 6000, currency: 'EUR' } },
      { requestedBy: 'bank', reason: 'the account is closed' },
    ),
  );
  expect(await timeLine()).toEqual([
    ...[SOLD, APPROVED, LISTED, PAID],
    '2026-11-14 The payment of the October 2026 statement came back to us.',
  ]);
  expect(await next()).toBe(
    'We corrected an earlier amount: “the account is closed”. Goes on the statement of 1 Dec 2026.',
  );
});

test('a sale refunded before its approval never counts', async () => {
  ctx.clock.set('2026-10-05T12:00:00Z');
  await reverseSale(ctx, { saleId: sold.saleId, reason: 'refund' });
  expect(await timeLine()).toEqual([SOLD, '2026-10-05 The sale was refunded. -60']);
  expect(await next()).toBe('The sale was refunded. Never counted.');
  const { net, records } = await showCompanySale(ctx, { companyId: partner.companyId, id: sold.orderId });
  expect([net.minor, records.length]).toEqual([0, 1]);
});

test('of a part refunded before the approval, the rest goes on', async () => {
  ctx.clock.set('2026-10-05T12:00:00Z');
  await reverseSale(ctx, { saleId: sold.saleId, reason: 'partial_refund', amount: 11.1 });
  expect(await timeLine()).toEqual([
    ...[SOLD, '2026-10-05 Part of the sale was refunded. -15'],
    ...['(2026-10-12) Approved.', '(2026-11-01) On a statement. 45'],
  ]);
  expect(await next()).toBe('Waiting for the event. Approved on 12 Oct 2026.');
});

test('a sale refunded after its payment is deducted, also when the deduction is carried', async () => {
  await on('2026-10-20');
  ctx.clock.set('2026-11-01T00:00:00Z');
  await close('2026-10');
  await on('2026-11-11');
  ctx.clock.set('2026-11-20T12:00:00Z');
  await reverseSale(ctx, { saleId: sold.saleId, reason: 'chargeback' });
  const before = [SOLD, APPROVED, LISTED, PAID, '2026-11-20 The buyer disputed the payment. -60'];
  expect(await timeLine()).toEqual([...before, '(2026-12-01) Deducted on a statement. -60']);
  expect(await next()).toBe('The buyer disputed the payment. Deducted on the statement of 1 Dec 2026.');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await close('2026-11');
  const carried =
    '2026-12-01 Deducted on the November 2026 statement, which had no payment: carried to the next one. -60';
  expect(await timeLine()).toEqual([...before, carried, '(2027-01-01) Deducted on a statement. -60']);
  await seedLine(ctx, partner, 20_000, '2026-12-10T00:00:00Z');
  ctx.clock.set('2027-01-01T00:00:00Z');
  await close('2026-12');
  expect(await timeLine()).toEqual([...before, carried, '2027-01-01 Deducted on the December 2026 statement. -60']);
  expect(await next()).toBe(
    'The buyer disputed the payment. Deducted on the December 2026 statement (moved from November). We pay it on 11 Jan 2027.',
  );
});

test('a test sale has no statement, and a correction without a sale has a page too', async () => {
  const seller = { ...(await addKey(ctx, partner.companyId, 'test')) };
  const { orderId } = await addSale(ctx, seller, await ticketed({ test: true }));
  expect(await timeLine(orderId)).toEqual([SOLD, '(2026-10-12) Approved.']);
  const { id } = await seedLine(ctx, partner, -250, '2026-10-01T12:00:00Z');
  expect(await timeLine(id)).toEqual([
    '2026-10-01 We corrected the amount. -2.5',
    '(2026-11-01) Deducted on a statement. -2.5',
  ]);
  expect(await showCompanySale(ctx, { companyId: partner.companyId, id })).toMatchObject({ sale: null, event: null });
});
