import type { CreatedKey } from '../../../src/access/create-key.js';
import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { recordAdjustment } from '../../../src/earnings/record-adjustment.js';
import type { EarningsList } from '../../../src/earnings/wire.js';
import { payAtCheckout } from '../../../src/orders/checkout.js';
import { refundOrder } from '../../../src/orders/refunds.js';
import type { Order } from '../../../src/orders/wire.js';
import { enqueue } from '../../../src/platform/outbox/messages.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addTicketedEvent } from '../../support/data/build.js';

let api: TestApi;
let seller: CreatedKey;
beforeAll(async () => {
  api = await createTestApi();
  seller = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'], rateLimit: 10_000 });
});
afterAll(() => api.close());

type Seeded = Awaited<ReturnType<typeof addTicketedEvent>>;

async function order(event: Seeded, n: number, quantity = 1): Promise<Order> {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: bearer(seller, { 'idempotency-key': `order-${event.eventId}-${n}` }),
    payload: {
      event_id: event.eventId,
      ticket_type_id: event.ticketTypeId,
      quantity,
      buyer_email: 'berta@example.com',
      buyer_name: 'Berta Buyer',
      sub_id: `click-${n}`,
    },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const pay = (order: Order) => payAtCheckout(api.ctx, order.checkout_url?.split('/').at(-1) ?? '');

const earningsOf = async ({ eventId }: Seeded): Promise<EarningsList> =>
  (await api.app.inject({ url: `/v1/earnings?event_id=${eventId}`, headers: bearer(seller) })).json();

async function eligible({ eventId }: Seeded): Promise<boolean> {
  await projectChanges(api.ctx);
  const answer = await api.app.inject({ url: `/v1/events/${eventId}`, headers: bearer(seller) });
  return answer.json().event.earn.eligible;
}

test('an order of POST /orders is credited directly once it is paid, with its sub_id', async () => {
  const event = await addTicketedEvent(api.ctx);
  const placed = await order(event, 1, 2);
  expect((await earningsOf(event)).earnings).toEqual([]);
  await pay(placed);
  const [earning] = (await earningsOf(event)).earnings;
  expect(earning).toMatchObject({
    status: 'pending',
    commission: 10,
    transaction_value: 80,
    sub_id: 'click-1',
    order_id: placed.id,
    test: false,
  });

  await refundOrder(api.ctx, { orderId: placed.id, requestKey: 'all' });
  const after = await earningsOf(event);
  expect(after.earnings).toMatchObject([{ id: earning?.id, status: 'reversed', reason: 'refund', commission: -10 }]);
  expect(after.totals).toMatchObject({ pending: 0, reversed: -10 });
});

test('each record of a sale names its order, and an adjustment without a sale names none', async () => {
  const event = await addTicketedEvent(api.ctx);
  const placed = await order(event, 1, 2);
  await pay(placed);
  await refundOrder(api.ctx, { orderId: placed.id, requestKey: 'half', tickets: 1 });
  const { earnings } = await earningsOf(event);
  expect(earnings.map(({ kind, order_id }) => [kind, order_id]).sort()).toEqual([
    ['refund', placed.id],
    ['sale', placed.id],
  ]);
  const adjustment = { companyId: api.companyId, amount: { minor: 700, currency: 'EUR' } };
  const { id } = await api.ctx.sql.begin((tx) => recordAdjustment(tx, adjustment, api.ctx.clock.now()));
  const all: EarningsList = (await api.app.inject({ url: '/v1/earnings', headers: bearer(seller) })).json();
  expect(all.earnings.find((earning) => earning.id === id)).toMatchObject({ kind: 'adjustment', order_id: null });
});

test('50 payments at once draw a budget out exactly once; the event then says so, and pays again after a refund', async () => {
  const event = await addTicketedEvent(api.ctx, { budgetMinor: 8_400 });
  await enqueue(api.ctx.sql, 'event.touched', [event.eventId], api.ctx.clock.now());
  expect(await eligible(event)).toBe(true);
  const placed: Order[] = [];
  for (let n = 0; n < 50; n++) placed.push(await order(event, n));
  await Promise.all(placed.map(pay));

  const { earnings, totals } = await earningsOf(event);
  expect(earnings).toHaveLength(16);
  expect(totals.pending).toBe(80);
  expect(await eligible(event)).toBe(false);

  const rewarded = placed.find((order, n) => earnings.some((earning) => earning.sub_id === `click-${n}`) && order.id);
  await refundOrder(api.ctx, { orderId: rewarded?.id ?? '', requestKey: 'all' });
  expect((await earningsOf(event)).totals).toMatchObject({ pending: 75, reversed: -5 });
  expect(await eligible(event)).toBe(true);
});
