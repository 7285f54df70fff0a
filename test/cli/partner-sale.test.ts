import { suspendCompany } from '../../src/companies/suspend-company.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { batchHolds } from '../../src/orders/sql/orders.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder, placeOrder } from '../support/data/holds.js';

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx);
});
afterAll(() => ctx.close());

it('says why the money of a late payment goes back', async () => {
  const { id } = await placeOrder(ctx, shop, 2);
  await expireOrder(ctx, { orderId: id });
  await ctx.sql`UPDATE ticket_types SET total_minor = 10000 WHERE id = ${shop.ticketTypeId}`;
  await payOrder(ctx, { orderId: id, paymentReference: 'late' });
  const { code, out, err } = await runCli(ctx, ['order', 'show', id]);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out).toMatch(/25 EUR +0 +late_payment +price_changed +not yet/);
});

it('says why a sale was not credited', async () => {
  const { id } = await placeOrder(ctx, shop);
  await suspendCompany(ctx, shop.live.companyId);
  await payOrder(ctx, { orderId: id, paymentReference: 'paid' });
  const { out } = await runCli(ctx, ['order', 'show', id]);
  expect(out).toContain('It earned nothing: the company was suspended when it was paid.');
  expect(out).not.toContain('DISPUTE ');
  expect(out).not.toMatch(/^REFUND /m);
});

it('names the workflow of an order’s hold, its own or a shared one', async () => {
  const { id } = await placeOrder(ctx, shop);
  const own = await runCli(ctx, ['order', 'show', id]);
  expect(own.out).toContain(`order-hold/${id}`);
  await batchHolds(ctx.sql, [id]);
  const { out } = await runCli(ctx, ['order', 'show', id, '--json']);
  const shown = JSON.parse(out);
  expect(shown).toMatchObject({ id, status: 'awaiting_payment', quantity: 1 });
  expect(shown.workflow_id).toMatch(/^order-holds.*\/\d{4}-\d\d-\d\dT\d\d:\d\dZ\/\d+$/);
  expect((await runCli(ctx, ['order', 'show', 'ord_none'])).code).not.toBe(0);
});
