import fc from 'fast-check';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder, placeOrder } from '../support/data/holds.js';
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
  fc.record({ kind: fc.constant('create' as const), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    kind: fc.constantFrom('pay', 'pay_again', 'expire', 'cancel', 'refund_one', 'refund_rest'),
    n: fc.nat({ max: 7 }),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function act(shop: Shop, orders: string[], one: Step): Promise<void> {
  if (one.kind === 'create') {
    orders.push((await placeOrder(ctx, shop, one.quantity)).id);
    return;
  }
  const orderId = orders[one.n];
  if (!orderId) return;
  if (one.kind === 'pay') await payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
  if (one.kind === 'pay_again') await payOrder(ctx, { orderId, paymentReference: `again_${orderId}` });
  if (one.kind === 'expire') await expireOrder(ctx, { orderId });
  if (one.kind === 'cancel') await cancelOrder(ctx, { caller: shop.live, orderId });
  if (one.kind === 'refund_one') await refundOrder(ctx, { orderId, requestKey: 'one', tickets: 1 });
  if (one.kind === 'refund_rest') await refundOrder(ctx, { orderId, requestKey: 'rest' });
}

/** Money taken for an order equals the tickets it still has and what went back: never both, never neither. */
async function unbalanced(ticketTypeId: string) {
  return ctx.sql`
    SELECT o.id, o.status, o.refunded_minor, o.total_minor FROM orders o
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(amount_minor) FILTER (WHERE reason <> 'duplicate_payment'), 0) AS given_back
      FROM refunds WHERE order_id = o.id
    ) r ON true
    WHERE o.ticket_type_id = ${ticketTypeId} AND (
      r.given_back <> o.refunded_minor
      OR o.refunded_minor <> o.refunded_quantity * o.unit_total_minor
      OR (o.status IN ('paid', 'test')) <> (o.payment_reference IS NOT NULL AND o.refunded_minor = 0)
      OR (o.status = 'refunded') <> (o.refunded_minor = o.total_minor)
      OR o.status IN ('awaiting_payment', 'expired', 'cancelled') AND o.payment_reference IS NOT NULL
    )`;
}

it('keeps the stock equal to the sum over its orders, whatever happens in whatever order', async () => {
  const waves = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(waves, async (plan) => {
      const shop = await openShop(ctx, { capacity: 6 });
      const orders: string[] = [];
      for (const wave of plan) {
        // The steps of a wave run at the same time; refusals are part of the game.
        await Promise.allSettled(wave.map((one) => act(shop, orders, one)));
        const { capacity, held, sold } = await stockOf(ctx.sql, shop.ticketTypeId);
        expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, shop.ticketTypeId));
        expect(held + sold).toBeLessThanOrEqual(capacity);
        expect([...(await unbalanced(shop.ticketTypeId))]).toEqual([]);
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
