import { randomUUID } from 'node:crypto';
import { beginPurchase } from '../../src/orders/begin-purchase.js';
import { eraseBuyer } from '../../src/orders/buyers.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import type { NewOrder } from '../../src/orders/wire.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addTicketType, openShop, type Shop } from '../support/data/build.js';

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
  shop = await openShop(ctx, { capacity: 1000 });
});
afterAll(() => ctx.close());

function bodyOf(email: string, more: Partial<NewOrder> = {}): NewOrder {
  const { eventId: event_id, ticketTypeId: ticket_type_id } = shop;
  return { event_id, ticket_type_id, quantity: 2, buyer_email: email, buyer_name: 'Ada Buyer', ...more };
}

async function order(email: string, idempotencyKey = randomUUID()): Promise<string> {
  return (await createOrder(ctx, { caller: shop.live, idempotencyKey, body: bodyOf(email) })).order.id;
}

async function buyerOf(orderId: string) {
  const [row] = await ctx.sql`SELECT buyer_email, buyer_name, buyer_erased_at FROM orders WHERE id = ${orderId}`;
  return row;
}

const GONE = { buyerEmail: null, buyerName: null, buyerErasedAt: expect.any(Date) };

test('an order loses its buyer and nothing else: it is read, refunded and credited as before', async () => {
  const id = await order('ada@example.org');
  await payOrder(ctx, { orderId: id, paymentReference: `pay_${id}` });
  const before =
    await ctx.sql`SELECT to_jsonb(o) - 'buyer_email' - 'buyer_name' - 'buyer_erased_at' AS row FROM orders o`;
  const ledger =
    await ctx.sql`SELECT to_jsonb(l) AS row FROM ledger_entries l UNION ALL SELECT to_jsonb(s) FROM sales s`;

  expect(await eraseBuyer(ctx, { orderId: id })).toEqual({ erased: [id], before: [] });
  expect(await buyerOf(id)).toEqual(GONE);
  expect(
    await ctx.sql`SELECT to_jsonb(o) - 'buyer_email' - 'buyer_name' - 'buyer_erased_at' AS row FROM orders o`,
  ).toEqual(before);
  expect(
    await ctx.sql`SELECT to_jsonb(l) AS row FROM ledger_entries l UNION ALL SELECT to_jsonb(s) FROM sales s`,
  ).toEqual(ledger);
  expect(await getOrder(ctx, { caller: shop.live, orderId: id })).toMatchObject({ id, status: 'paid', quantity: 2 });
  expect(await refundOrder(ctx, { orderId: id, requestKey: 'one', tickets: 1 })).toMatchObject({
    status: 'partially_refunded',
  });
  expect(await eraseBuyer(ctx, { orderId: id })).toEqual({ erased: [], before: [id] });
});

test('a letter that only Postgres takes for another finds no orders', async () => {
  const id = await order('kim@example.org');
  for (const email of ['\u212aim@example.org', 'kİm@example.org']) {
    expect(await eraseBuyer(ctx, { email })).toEqual({ erased: [], before: [] });
  }
  expect((await eraseBuyer(ctx, { email: 'KIM@example.org' })).erased).toEqual([id]);
});

test('all orders of an address lose it, in any case; orders of other addresses keep theirs', async () => {
  const mine = [await order('Grace.Hopper@example.org'), await order('grace.hopper@EXAMPLE.org')].sort();
  const other = await order('not-grace.hopper@example.org');
  expect(await eraseBuyer(ctx, { email: 'grace.hopper@example.org' })).toEqual({ erased: mine, before: [] });
  for (const id of mine) expect(await buyerOf(id)).toEqual(GONE);
  expect(await buyerOf(other)).toMatchObject({ buyerEmail: 'not-grace.hopper@example.org', buyerErasedAt: null });
  expect(await eraseBuyer(ctx, { email: 'grace.hopper@example.org' })).toEqual({ erased: [], before: [] });
});

test('a repeated Idempotency-Key is compared without the buyer, and nothing of them can be guessed from it', async () => {
  const idempotencyKey = randomUUID();
  const ask = (body: NewOrder) => createOrder(ctx, { caller: shop.live, idempotencyKey, body });
  const id = await order('ida@example.org', idempotencyKey);
  const hashed = () => ctx.sql`SELECT encode(request_hash, 'hex') AS hash FROM idempotency_keys WHERE order_id = ${id}`;
  const before = await hashed();
  await eraseBuyer(ctx, { orderId: id });
  expect(await hashed()).not.toEqual(before);

  expect(await ask(bodyOf('ida@example.org'))).toMatchObject({ replayed: true, order: { id } });
  expect(await ask(bodyOf('else@example.org'))).toMatchObject({ replayed: true, order: { id } });
  await expect(ask(bodyOf('ida@example.org', { quantity: 3 }))).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await buyerOf(id)).toEqual(GONE);
});

test('orders of the buy page, free ones too, are erased likewise', async () => {
  const free = await addTicketType(ctx, shop.eventId, { price_minor: 0, total_minor: 0 });
  for (const ticket_type_id of [free, shop.ticketTypeId]) {
    const choice = bodyOf('may@example.org', { ticket_type_id });
    await beginPurchase(ctx, {
      choice: { ...choice, ticket_type_id, quantity: 1 },
      attempt: randomUUID(),
      ip: '192.0.2.1',
    });
  }
  const { erased } = await eraseBuyer(ctx, { email: 'may@example.org' });
  expect(erased).toHaveLength(2);
  for (const id of erased) expect(await buyerOf(id)).toEqual(GONE);
});

test("Postgres' own samples of the columns, which would outlive the buyer, are not taken", async () => {
  await order('uma@example.org');
  await ctx.sql`ANALYZE orders`;
  const kept = await ctx.sql<{ name: string }[]>`SELECT attname AS name FROM pg_stats WHERE tablename = 'orders'`;
  const columns = kept.map(({ name }) => name);
  expect(columns).toContain('event_id');
  expect(columns).not.toEqual(expect.arrayContaining(['buyer_email']));
  expect(columns).not.toEqual(expect.arrayContaining(['buyer_name']));
});

test('the audit log names the orders, and no person', async () => {
  const id = await order('eve@example.org');
  await eraseBuyer({ ...ctx, actor: 'Olga Operator' }, { email: 'eve@example.org' });
  const [row] = await ctx.sql`SELECT to_jsonb(a) AS row FROM audit_log a WHERE object_id = ${id}`;
  expect(row?.row).toMatchObject({ action: 'buyer.erase', actor: 'Olga Operator', company_id: shop.live.companyId });
  expect(JSON.stringify(row)).not.toMatch(/eve@|Ada/);
});

test.each([
  [{ orderId: 'ord_none' }, 'There is no order ord_none.'],
  [{ email: 'nobody' }, 'email: must be an email address'],
])('%j is refused', async (of, message) => {
  await expect(eraseBuyer(ctx, of)).rejects.toThrow(message);
});
