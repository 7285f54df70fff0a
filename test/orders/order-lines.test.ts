import { randomUUID } from 'node:crypto';
import { issueText } from '../../api/http/issue-text.js';
import { getCheckout } from '../../src/orders/checkout.js';
import { cancelOrder, endHolds } from '../../src/orders/end-hold.js';
import { getOrder } from '../../src/orders/get-order.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder, refundSale } from '../../src/orders/refunds.js';
import { linesOf, type NewOrder, type NewOrderLine, newOrder } from '../../src/orders/wire.js';
import { showTickets } from '../../src/tickets/order-tickets.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvent, addTicketType, openShop, type Shop } from '../support/data/build.js';
import { stockOf } from '../support/data/stock.js';

let ctx: TestContext;
let shop: Shop;
/** Ticket types of the shop's event at 12.50 and 31.00, ten of each. */
let [standing, seat] = ['', ''];

beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx);
  standing = shop.ticketTypeId;
  seat = await addTicketType(ctx, shop.eventId, { price_minor: 3_000, total_minor: 3_100 });
});
afterAll(() => ctx.close());

const line = (ticket_type_id: string, quantity: number): NewOrderLine => ({ ticket_type_id, quantity });

async function order(tickets: NewOrderLine[] | Partial<NewOrder>, key: string = randomUUID()) {
  const buyer = { event_id: shop.eventId, buyer_email: 'ada@example.org', buyer_name: 'Ada' };
  const body = { ...buyer, ...(Array.isArray(tickets) ? { lines: tickets } : tickets) };
  return createOrder(ctx, { caller: shop.live, idempotencyKey: key, body });
}

async function paid(tickets: NewOrderLine[]): Promise<string> {
  const { id } = (await order(tickets)).order;
  await payOrder(ctx, { orderId: id, paymentReference: `pay_${id}` });
  return id;
}

async function stock() {
  const [a, b] = await Promise.all([stockOf(ctx.sql, standing), stockOf(ctx.sql, seat)]);
  return { held: [a.held, b.held], sold: [a.sold, b.sold] };
}

/** The tickets of an order in the order of their numbers: the type, `-` where it is refunded. */
async function ticketsOf(orderId: string): Promise<string> {
  const { tickets } = await showTickets(ctx, orderId);
  const letter = ({ ticketTypeId }: { ticketTypeId: string }) => (ticketTypeId === seat ? 'S' : 's');
  return tickets.map((ticket) => (ticket.state === 'refunded' ? '-' : letter(ticket))).join('');
}

describe('a body', () => {
  const buyer = { event_id: 'evt_1', buyer_email: 'ada@example.org', buyer_name: 'Ada' };
  const alone = 'must be left out: `lines` has the tickets';

  test.each<[string, object, string[]]>([
    ['without tickets', {}, ['ticket_type_id is required']],
    [
      'without anything',
      { event_id: undefined, buyer_name: undefined },
      ['event_id is required', 'ticket_type_id is required', 'buyer_name is required'],
    ],
    [
      'with tickets twice',
      { ticket_type_id: 'a', quantity: 1, lines: [line('a', 1)] },
      [`ticket_type_id ${alone}`, `quantity ${alone}`],
    ],
    ['without lines', { lines: [] }, ['lines must have at least 1 items']],
    [
      'with eleven lines',
      { lines: Array.from({ length: 11 }, (_, i) => line(`t${i}`, 1)) },
      ['lines must have at most 10 items'],
    ],
    ['with 21 tickets', { lines: [line('a', 20), line('b', 1)] }, ['lines must have at most 20 tickets in all']],
    [
      'with a type twice',
      { lines: [line('a', 1), line('b', 1), line('a', 1)] },
      ['lines.2.ticket_type_id is in an earlier line'],
    ],
    ['with a line of nothing', { lines: [line('a', 0)] }, ['lines.0.quantity must be at least 1']],
    ['with a line without a type', { lines: [{ quantity: 1 }] }, ['lines.0.ticket_type_id is required']],
  ])('%s names the field', (_, fields, expected) => {
    const { error } = newOrder.safeParse({ ...buyer, ...fields }, { error: issueText });
    expect(error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)).toEqual(expected);
  });

  test('has one ticket of a type by default', () => {
    expect(linesOf(newOrder.parse({ ...buyer, ticket_type_id: 'a' }))).toEqual([line('a', 1)]);
    expect(linesOf(newOrder.parse({ ...buyer, lines: [{ ticket_type_id: 'a' }, line('b', 19)] }))).toEqual([
      line('a', 1),
      line('b', 19),
    ]);
  });
});

test('an order of two types is held, paid and refunded by line', async () => {
  const { order: made } = await order([line(seat, 1), line(standing, 2)]);
  const lines = [line(seat, 1), line(standing, 2)];
  expect(made).toMatchObject({ quantity: 3, total: 56, currency: 'EUR', status: 'awaiting_payment', lines });
  expect(await stock()).toEqual({ held: [2, 1], sold: [0, 0] });
  expect(await getCheckout(ctx, made.checkout_url?.split('/').at(-1) ?? '')).toMatchObject({
    lines: [
      { quantity: 1, each: 31 },
      { quantity: 2, each: 12.5 },
    ],
    ...{ total: 56, fees: 6 },
  });
  await payOrder(ctx, { orderId: made.id, paymentReference: 'pay_1' });
  expect(await stock()).toEqual({ held: [0, 0], sold: [2, 1] });
  expect(await ticketsOf(made.id)).toBe('Sss');
  const [sale] = await ctx.sql`SELECT quantity, price_minor, paid_minor FROM sales WHERE order_id = ${made.id}`;
  expect(sale).toEqual({ quantity: 3, priceMinor: 5_000, paidMinor: 5_600 });

  await expect(refundOrder(ctx, { orderId: made.id, requestKey: 'a', tickets: 1 })).rejects.toThrow(
    `ticket_type: name the type of the 1 tickets: 1 of ${seat}, 2 of ${standing} remain`,
  );
  const two = { orderId: made.id, requestKey: 'b', ticketTypeId: seat, tickets: 2 };
  await expect(refundOrder(ctx, two)).rejects.toThrow('tickets: 2 cannot be refunded: 1 remain');
  const other = { orderId: made.id, requestKey: 'c', ticketTypeId: 'tkt_other' };
  await expect(refundOrder(ctx, other)).rejects.toThrow('ticket_type: tkt_other is not in this order');

  const part = await refundSale(ctx, { id: made.id, ticketTypeId: standing, tickets: 1 });
  expect(part).toMatchObject({ status: 'partially_refunded', tickets: 1, amount: { minor: 1_250, currency: 'EUR' } });
  expect(await ticketsOf(made.id)).toBe('Ss-');
  expect(await stock()).toEqual({ held: [0, 0], sold: [1, 1] });
  expect(await refundSale(ctx, { id: made.id, ticketTypeId: seat })).toMatchObject({ amount: { minor: 3_100 } });
  expect(await ticketsOf(made.id)).toBe('-s-');
  // One type is left, so it needs no name.
  const rest = await refundOrder(ctx, { orderId: made.id, requestKey: 'd', tickets: 1 });
  expect(rest).toMatchObject({ status: 'refunded', tickets: 1, amount: { minor: 1_250, currency: 'EUR' } });
  expect(await stock()).toEqual({ held: [0, 0], sold: [0, 0] });
});

test('all lines are held or none, and the error names the line', async () => {
  await ctx.sql`UPDATE ticket_types SET capacity = 1 WHERE id = ${seat}`;
  const problem = (tickets: NewOrderLine[]) =>
    order(tickets).then(
      () => null,
      ({ code, errors }) => ({ code, errors }),
    );
  expect(await problem([line(standing, 2), line(seat, 2)])).toEqual({
    code: 'tickets_unavailable',
    errors: [{ field: 'lines.1.ticket_type_id', message: 'cannot be ordered now' }],
  });
  expect(await problem([line(standing, 9), line(seat, 1)])).toMatchObject({
    code: 'quantity_over_limit',
    errors: [{ field: 'lines.0.quantity', message: 'must be at most 8' }],
  });
  const elsewhere = await addTicketType(ctx, await addEvent(ctx, {}), {});
  expect(await problem([line(standing, 1), line(elsewhere, 1)])).toMatchObject({
    code: 'unknown_ticket_type',
    errors: [{ field: 'lines.1.ticket_type_id' }],
  });
  const free = await addTicketType(ctx, shop.eventId, { price_minor: 0, total_minor: 0 });
  expect(await problem([line(standing, 1), line(free, 1)])).toMatchObject({ code: 'free_ticket' });
  const francs = await addTicketType(ctx, shop.eventId, { currency: 'CHF' });
  expect(await problem([line(standing, 1), line(francs, 1)])).toMatchObject({
    code: 'invalid_request',
    errors: [{ field: 'lines.1.ticket_type_id', message: 'is sold in CHF, the first line in EUR' }],
  });
  expect(await stock()).toEqual({ held: [0, 0], sold: [0, 0] });
  expect(await ctx.sql`SELECT FROM orders WHERE event_id = ${shop.eventId}`).toHaveLength(0);
});

test('orders with crossed lines, and orders of one type, never deadlock and never oversell', async () => {
  await ctx.sql`UPDATE ticket_types SET capacity = 30 WHERE event_id = ${shop.eventId}`;
  const kinds = [
    [line(standing, 2), line(seat, 1)],
    [line(seat, 1), line(standing, 2)],
    [line(standing, 1)],
    [line(seat, 2)],
  ];
  const calls = Array.from({ length: 80 }, (_, i) => order(kinds[i % kinds.length] ?? []));
  const results = await Promise.allSettled(calls);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(new Set(refused)).toEqual(new Set(['tickets_unavailable']));
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.order] : []));
  const sum = (type: string) =>
    made
      .flatMap(({ lines }) => lines)
      .reduce((all, line) => all + (line.ticket_type_id === type ? line.quantity : 0), 0);
  const { held } = await stock();
  expect(held).toEqual([sum(standing), sum(seat)]);
  expect(Math.max(...held)).toBeLessThanOrEqual(30);
  // Payments, cancellations and expiries at the same time take the rows in the other order.
  const ends = made.map(({ id }, i) => {
    if (i % 3 === 0) return payOrder(ctx, { orderId: id, paymentReference: `pay_${id}` });
    if (i % 3 === 1) return cancelOrder(ctx, { caller: shop.live, orderId: id });
    return null;
  });
  const later = new Date(ctx.clock.now().getTime() + 3_600_000);
  const waiting = made.flatMap(({ id }, i) => (i % 3 === 2 ? [id] : []));
  await Promise.all([...ends, endHolds({ ...ctx, clock: { now: () => later } }, waiting)]);
  expect((await stock()).held).toEqual([0, 0]);
});

test('a late payment takes all tickets again, or goes back', async () => {
  const expired = async () => {
    const { id } = (await order([line(standing, 1), line(seat, 2)])).order;
    ctx.clock.advance(33 * 60_000);
    await endHolds(ctx, [id]);
    return id;
  };
  const first = await expired();
  expect(await payOrder(ctx, { orderId: first, paymentReference: 'late_1' })).toMatchObject({ outcome: 'paid' });
  expect(await stock()).toEqual({ held: [0, 0], sold: [1, 2] });
  const second = await expired();
  await ctx.sql`UPDATE ticket_types SET capacity = 3 WHERE id = ${seat}`;
  expect(await payOrder(ctx, { orderId: second, paymentReference: 'late_2' })).toMatchObject({
    outcome: 'given_back',
    cause: 'tickets_unavailable',
  });
  expect(await stock()).toEqual({ held: [0, 0], sold: [1, 2] });
});

test('an Idempotency-Key compares lines after defaults', async () => {
  const key = randomUUID();
  const made = await order({ ticket_type_id: standing, quantity: 2 }, key);
  expect(await order([line(standing, 2)], key)).toEqual({ order: made.order, replayed: true });
  await expect(order([line(standing, 2), line(seat, 1)], key)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  const both = randomUUID();
  const { order: two } = await order([line(standing, 1), line(seat, 1)], both);
  expect(await order([line(standing, 1), line(seat, 1)], both)).toEqual({ order: two, replayed: true });
  await expect(order([line(seat, 1), line(standing, 1)], both)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await getOrder(ctx, { caller: shop.live, orderId: two.id })).toEqual(two);
});

test('each ticket earns by its own price', async () => {
  await ctx.sql`UPDATE events SET reward_kind = 'percent', reward_percent = 10 WHERE id = ${shop.eventId}`;
  const id = await paid([line(standing, 2), line(seat, 1)]);
  const records = await ctx.sql`SELECT kind, commission_minor, transaction_minor FROM earnings WHERE order_id = ${id}`;
  expect([...records]).toEqual([{ kind: 'sale', commissionMinor: 500, transactionMinor: 5_000 }]);
});
