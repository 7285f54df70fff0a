import { reverseSale } from '../../src/earnings/reverse-sale.js';
import { adjustCompany } from '../../src/settlements/adjust-company.js';
import { previewClose } from '../../src/settlements/close-month.js';
import { payStatement } from '../../src/settlements/pay-statement.js';
import { rerunStatement } from '../../src/settlements/rerun-statement.js';
import { showStatement } from '../../src/settlements/statements.js';
import { voidStatement } from '../../src/settlements/void-statement.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { advanceAll, closeMonth, listedMinor, seedLine, seedPayee, statementsOf } from '../support/data/settle.js';

let ctx: TestContext;
let partner: Seller;
beforeEach(async () => {
  ctx = await createTestContext({ now: '2026-11-01T00:00:00.000Z' });
  partner = await seedPayee(ctx);
});
afterEach(() => ctx.close());

const asked = { requestedBy: 'Fiona', reason: 'a late line' };
const rerun = (options: { dryRun?: boolean; key?: string } = {}, month = '2026-10') =>
  rerunStatement(ctx, { month, company: partner.companyId, currency: 'EUR', ...asked }, options);
const shown = async () =>
  (await statementsOf(ctx, partner.companyId)).map(({ month, status, amount }) => [month, status, amount.minor]);

async function issued(amountMinor = 6000): Promise<string> {
  await seedLine(ctx, partner, amountMinor, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  return (await statementsOf(ctx, partner.companyId))[0]?.id ?? '';
}

test('nothing changed: says so and does nothing', async () => {
  const id = await issued();
  expect(await rerun()).toMatchObject({ outcome: 'unchanged', settlementId: id, differences: [] });
  expect(await shown()).toEqual([['2026-10', 'issued', 6000]]);
});

test('a dry run shows the difference line by line and writes nothing; the run does it', async () => {
  const old = await issued();
  const late = await seedLine(ctx, partner, -250, '2026-10-30T00:00:00Z');
  const dry = await rerun({ dryRun: true });
  expect(dry).toMatchObject({
    outcome: 'reissued',
    before: { id: old, amount: { minor: 6000 } },
    after: { amount: { minor: 5750 } },
    differences: [{ earningId: late.id, before: null, after: -250 }],
  });
  expect(await shown()).toEqual([['2026-10', 'issued', 6000]]);

  const done = await rerun({ key: 'run-1' });
  expect(await rerun({ key: 'run-1' })).toMatchObject({ outcome: 'reissued', settlementId: done.settlementId });
  const all = await statementsOf(ctx, partner.companyId);
  expect(all).toMatchObject([
    { id: old, version: 1, status: 'void', amount: { minor: 6000 } },
    { id: done.settlementId, version: 2, status: 'issued', amount: { minor: 5750 } },
  ]);
  for (const { id, amount } of all) expect(await listedMinor(ctx, id)).toBe(amount.minor);
  const { runs } = await showStatement(ctx, done.settlementId ?? '', { lines: 10 });
  expect(runs[0]).toMatchObject({ kind: 'rerun', requestedBy: 'Fiona', reason: 'a late line', status: 'finished' });
});

test('terms that changed reissue as well; a smaller amount may be carried then', async () => {
  await issued();
  await ctx.sql`UPDATE settlement_terms SET minimum_minor = 10000`;
  expect(await rerun()).toMatchObject({ outcome: 'reissued', after: { status: 'carried' } });
  expect(await shown()).toEqual([
    ['2026-10', 'void', 6000],
    ['2026-10', 'carried', 6000],
  ]);
});

test('a paid month is refused, and the difference goes to the next month, once', async () => {
  const id = await issued();
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advanceAll(ctx, partner.companyId);
  await seedLine(ctx, partner, 5100, '2026-10-30T00:00:00Z');
  expect(await rerun()).toMatchObject({
    outcome: 'refused',
    settlementId: id,
    message: expect.stringMatching(/51\.00 EUR in 1 lines/),
  });
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  expect(await shown()).toEqual([
    ['2026-10', 'paid', 6000],
    ['2026-11', 'issued', 5100],
  ]);
});

test('a refund after the payment is a negative line of the next month', async () => {
  ctx.clock.set('2026-10-01T00:00:00Z');
  const event = await addTicketedEvent(ctx, {
    startsAt: '2026-10-10T18:00:00Z',
    endsAt: '2026-10-10T20:00:00Z',
    reward: { kind: 'flat', amountMinor: 6000 },
  });
  const { saleId } = await addSale(ctx, partner, event);
  ctx.clock.set('2026-11-01T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  ctx.clock.set('2026-11-11T00:00:00Z');
  await advanceAll(ctx, partner.companyId);
  await reverseSale(ctx, { saleId, reason: 'chargeback' });
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  expect(await shown()).toEqual([
    ['2026-10', 'paid', 6000],
    ['2026-11', 'carried', -6000],
  ]);
  const earnings =
    await ctx.sql`SELECT kind, status, commission_minor FROM earnings WHERE sale_id = ${saleId} ORDER BY created_at`;
  expect(earnings).toMatchObject([
    { kind: 'sale', status: 'paid', commissionMinor: 6000 },
    { kind: 'refund', status: 'reversed', commissionMinor: -6000 },
  ]);
});

test('a carried month whose lines moved on is refused', async () => {
  await seedLine(ctx, partner, 100, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  await seedLine(ctx, partner, 100, '2026-11-03T00:00:00Z');
  ctx.clock.set('2026-12-01T00:00:00Z');
  await closeMonth(ctx, '2026-11');
  expect(await rerun()).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/2026-11: rerun that/) });
});

test('void gives the lines free; a close leaves the month alone and a rerun issues it again', async () => {
  const id = await issued();
  await voidStatement(ctx, { settlementId: id, requestedBy: 'Fiona', reason: 'wrong account' });
  expect(await closeMonth(ctx, '2026-10')).toMatchObject({ issued: 0, carried: 0 });
  expect(await rerun()).toMatchObject({ outcome: 'reissued', after: { version: 2, amount: { minor: 6000 } } });
});

test('a paid statement cannot be void, nor paid again; actor and reason are required', async () => {
  const id = await issued();
  await expect(voidStatement(ctx, { settlementId: id, requestedBy: 'F', reason: ' ' })).rejects.toThrow(
    /reason: must not be empty/,
  );
  await payStatement(ctx, { settlementId: id, requestedBy: 'F', reason: 'asked for it' });
  await advanceAll(ctx, partner.companyId);
  expect(await shown()).toEqual([['2026-10', 'paid', 6000]]);
  await expect(voidStatement(ctx, { settlementId: id, ...asked })).rejects.toThrow(/is paid/);
  await expect(payStatement(ctx, { settlementId: id, ...asked })).rejects.toThrow(/is paid/);
});

test('a payment by hand is written down and nothing is sent', async () => {
  const id = await issued();
  expect(await payStatement(ctx, { settlementId: id, ...asked, paymentReference: 'WIRE 42' })).toMatchObject({
    status: 'paid',
    paymentReference: 'WIRE 42',
  });
  await advanceAll(ctx, partner.companyId);
  expect(await ctx.sql`SELECT key FROM simulated_transfers`).toEqual([]);
  expect(await ctx.sql`SELECT status FROM earnings`).toEqual([{ status: 'paid' }]);
});

test('an adjustment is a line of the next statement; a preview of a close writes nothing', async () => {
  await adjustCompany(ctx, { company: partner.companyId, currency: 'EUR', amount: 75.5, ...asked });
  ctx.clock.set('2026-12-01T00:00:00Z');
  const previewed = [];
  for await (const line of previewClose(ctx, { month: '2026-11' })) previewed.push(line);
  expect(previewed).toMatchObject([
    { currency: 'EUR', outcome: { status: 'issued', amount: { minor: 7550 }, lines: 1 } },
  ]);
  expect(await shown()).toEqual([]);
  await closeMonth(ctx, '2026-11');
  expect(await shown()).toEqual([['2026-11', 'issued', 7550]]);
});
