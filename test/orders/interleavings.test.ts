import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { cancelOrder, endHolds } from '../../src/orders/end-hold.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addTicketType, openShop, type Shop } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';

const RUNS = Number(process.env.ORDERS_RUNS ?? 60);
jest.setTimeout(300_000 + RUNS * 1_000);
/** The same plans each time; name another to look further. */
const SEED = Number(process.env.ORDERS_SEED ?? 7);

let ctx: TestContext;

beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

/** Order `n` of the run; actions on orders that do not exist yet do nothing. */
const step = fc.oneof(
  // Tickets of each type, in either order: none of the one means an order of the other alone.
  fc.record({
    kind: fc.constant('create' as const),
    tickets: fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 })),
    reversed: fc.boolean(),
  }),
  fc.record({
    kind: fc.constantFrom(
      'pay',
      'pay_again',
      'expire',
      'expire_all',
      'cancel',
      'refund_one',
      'refund_line',
      'refund_rest',
    ),
    n: fc.nat({ max: 7 }),
    line: fc.nat({ max: 1 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Site {
  shop: Shop;
  types: readonly string[];
  orders: string[];
}

async function create({ shop, types, orders }: Site, tickets: readonly number[], reversed: boolean): Promise<void> {
  const lines = types.flatMap((ticket_type_id, i) => (tickets[i] ? [{ ticket_type_id, quantity: tickets[i] }] : []));
  if (lines.length === 0) return;
  const body = { event_id: shop.eventId, buyer_email: 'ada@example.org', buyer_name: 'Ada' };
  const input = {
    caller: shop.live,
    idempotencyKey: randomUUID(),
    body: { ...body, lines: reversed ? lines.reverse() : lines },
  };
  orders.push((await createOrder(ctx, input)).order.id);
}

async function act(site: Site, action: Step): Promise<void> {
  if (action.kind === 'create') return create(site, action.tickets, action.reversed);
  if (action.kind === 'expire_all') {
    const later = new Date(ctx.clock.now().getTime() + 3_600_000);
    await endHolds({ ...ctx, clock: { now: () => later } }, site.orders);
    return;
  }
  const orderId = site.orders[action.n];
  if (!orderId) return;
  const ticketTypeId = site.types[action.line];
  if (action.kind === 'pay') await payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
  if (action.kind === 'pay_again') await payOrder(ctx, { orderId, paymentReference: `again_${orderId}` });
  if (action.kind === 'expire') await expireOrder(ctx, { orderId });
  if (action.kind === 'cancel') await cancelOrder(ctx, { caller: site.shop.live, orderId });
  if (action.kind === 'refund_one')
    await refundOrder(ctx, { orderId, requestKey: `one ${action.line}`, ticketTypeId, tickets: 1 });
  if (action.kind === 'refund_line')
    await refundOrder(ctx, { orderId, requestKey: `line ${action.line}`, ticketTypeId });
  if (action.kind === 'refund_rest') await refundOrder(ctx, { orderId, requestKey: 'rest' });
}

/** Money taken for an order equals the tickets it still has and what went back: never both, never neither. */
async function unbalanced(eventId: string) {
  return ctx.sql`
    SELECT o.id, o.status, o.refunded_minor, o.total_minor FROM orders o
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount_minor) FILTER (WHERE reason <> 'duplicate_payment'), 0) AS given_back
      FROM refunds WHERE order_id = o.id
    ) r ON true
    LEFT JOIN LATERAL (
      SELECT count(*) AS issued, count(*) FILTER (WHERE t.state = 'refunded') AS refunded,
        coalesce(sum(l.unit_total_minor) FILTER (WHERE t.state = 'refunded'), 0) AS minor
      FROM tickets t JOIN order_lines l ON l.order_id = t.order_id AND l.ticket_type_id = t.ticket_type_id WHERE t.order_id = o.id
    ) t ON true
    WHERE o.event_id = ${eventId} AND (
      r.given_back <> o.refunded_minor
      OR t.issued NOT IN (0, o.quantity)
      OR t.issued > 0 AND (o.refunded_quantity, o.refunded_minor) <> (t.refunded, t.minor)
      OR (o.quantity, o.total_minor) <> (SELECT sum(quantity), sum(quantity * unit_total_minor) FROM order_lines WHERE order_id = o.id)
      OR (o.status IN ('paid', 'test')) <> (o.payment_reference IS NOT NULL AND o.refunded_minor = 0)
      OR (o.status = 'refunded') <> (o.refunded_minor = o.total_minor)
      OR o.status IN ('awaiting_payment', 'expired', 'cancelled') AND o.payment_reference IS NOT NULL
    )`;
}

it('keeps the stock of two ticket types equal to the sum over their orders, whatever happens in whatever order', async () => {
  const waves = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const shop = await openShop(ctx, { capacity: 6 });
      const seat = await addTicketType(ctx, shop.eventId, { capacity: 4, price_minor: 3_000, total_minor: 3_100 });
      const site: Site = { shop, types: [shop.ticketTypeId, seat], orders: [] };
      for (const wave of plan) {
        // The steps of a wave run at the same time; refusals are part of the game.
        await Promise.allSettled(wave.map((action) => act(site, action)));
        for (const type of site.types) {
          const { capacity, held, sold } = await stockOf(ctx.sql, type);
          expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, type));
          expect(held + sold).toBeLessThanOrEqual(capacity);
        }
        expect([...(await unbalanced(shop.eventId))]).toEqual([]);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
