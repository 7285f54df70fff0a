import fc from 'fast-check';
import { translator } from '../../src/core/locales/messages.js';
import { LATE_PAYMENT_CAUSES, type LatePaymentCause } from '../../src/core/return-cause.js';
import { getCheckout } from '../../src/orders/checkout.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { listRefunds } from '../../src/orders/refunds.js';
import { HOLD_MINUTES } from '../../src/platform/config/environment.js';
import { readMailsAbout } from '../../src/platform/mail/read-mailbox.js';
import { sendTicketMail } from '../../src/tickets/send-ticket-mail.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder, placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';

const HOUR = 3_600_000;

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx, { capacity: 4 });
});
afterAll(() => ctx.close());

async function order(quantity = 2): Promise<string> {
  return (await placeOrder(ctx, shop, quantity)).id;
}

const pay = (orderId: string) => payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
const setEvent = (fields: object) => ctx.sql`UPDATE events SET ${ctx.sql(fields)} WHERE id = ${shop.eventId}`;
const setTickets = (fields: object) =>
  ctx.sql`UPDATE ticket_types SET ${ctx.sql(fields)} WHERE id = ${shop.ticketTypeId}`;

/** Each cause in the database, for an order whose hold has ended. */
const CHANGES: Record<LatePaymentCause, (orderId: string) => PromiseLike<unknown>> = {
  order_cancelled: (id) => ctx.sql`UPDATE orders SET status = 'cancelled' WHERE id = ${id}`,
  event_cancelled: () => setEvent({ status: 'cancelled' }),
  event_withdrawn: () => setEvent({ shared: false }),
  event_over: () => setEvent({ starts_at: null, ends_at: ctx.clock.now() }),
  event_postponed: () => setEvent({ status: 'postponed' }),
  payment_too_late: async () => ctx.clock.advance(25 * HOUR),
  sales_ended: () => setTickets({ sales_until: ctx.clock.now() }),
  sales_not_open: () => setTickets({ sales_from: new Date(ctx.clock.now().getTime() + 48 * HOUR) }),
  price_changed: () => setTickets({ total_minor: 10_000 }),
  quantity_over_limit: () => setTickets({ max_per_order: 1 }),
  tickets_unavailable: () => setTickets({ capacity: 1 }),
};

/** The order's mails, once all are sent, by their subjects. */
async function mailsOf(orderId: string) {
  while ((await sendTicketMail(ctx, orderId)).state !== 'none');
  return (await readMailsAbout(ctx, [orderId])).sort((mail, other) => (mail.subject < other.subject ? -1 : 1));
}

async function checkoutOf(orderId: string) {
  const [row] = await ctx.sql<{ checkoutToken: string }[]>`SELECT checkout_token FROM orders WHERE id = ${orderId}`;
  return getCheckout(ctx, row?.checkoutToken ?? '');
}

/** The order, the refund, the sale and the stock agree. */
async function expectEither(id: string, cause: LatePaymentCause | null): Promise<void> {
  const refunds = (await listRefunds(ctx, id)).map(({ reason, cause, quantity, amountMinor }) => ({
    reason,
    cause,
    quantity,
    amountMinor,
  }));
  const [sale] = await ctx.sql`SELECT quantity FROM sales WHERE order_id = ${id}`;
  const [row] = await ctx.sql`SELECT status, refunded_minor FROM orders WHERE id = ${id}`;
  const { capacity, held, sold } = await stockOf(ctx.sql, shop.ticketTypeId);
  expect({ held, sold }).toEqual(await stockByOrders(ctx.sql, shop.ticketTypeId));
  expect(held + sold).toBeLessThanOrEqual(capacity);
  if (cause === null) {
    expect(row).toEqual({ status: 'paid', refundedMinor: 0 });
    expect(sale).toEqual({ quantity: 2 });
    expect(refunds).toEqual([]);
  } else {
    expect(row).toEqual({ status: 'refunded', refundedMinor: 2500 });
    expect(sale).toBeUndefined();
    expect(refunds).toEqual([{ reason: 'late_payment', cause, quantity: 0, amountMinor: 2500 }]);
  }
}

const paid = { status: 'paid', outcome: 'paid' };
const givenBack = (cause: LatePaymentCause) => ({ status: 'refunded', outcome: 'given_back', cause });

it.each(LATE_PAYMENT_CAUSES)('a late payment goes back in full because of %s', async (cause) => {
  const id = await order();
  await expireOrder(ctx, { orderId: id });
  await CHANGES[cause](id);
  expect(await pay(id)).toEqual(givenBack(cause));
  expect(await pay(id)).toEqual({ status: 'refunded', outcome: 'known' });
  await expectEither(id, cause);
  const because = translator('en')(`ticket.returned_because_${cause}`);
  const mails = await mailsOf(id);
  expect(mails.map(({ subject }) => subject)).toEqual(['Your payment was returned: Concert']);
  expect(mails[0]?.text).toContain(because);
  expect(mails[0]?.text).toContain('We are refunding €25.00');
  expect(mails[0]?.attachments).toEqual([]);
  expect(await checkoutOf(id)).toMatchObject({ state: 'returned', returned: [{ cause, amount: 25 }] });
});

it('a second payment goes back with a mail, and the tickets stay', async () => {
  const id = await order();
  await pay(id);
  const again = () => payOrder(ctx, { orderId: id, paymentReference: 'pay_twice' });
  expect([await again(), await again()]).toEqual(Array(2).fill({ status: 'paid', outcome: 'given_back' }));
  const [returned, tickets, ...others] = await mailsOf(id);
  expect([tickets?.subject, returned?.subject, others]).toEqual([
    'Your tickets: Concert',
    'Your payment was returned: Concert',
    [],
  ]);
  expect(returned?.text).toContain('The order had been paid before.');
  expect(returned?.text).toContain('Your order does not change.');
  expect(await checkoutOf(id)).toMatchObject({ state: 'paid', returned: [{ cause: 'already_paid', amount: 25 }] });
});

it('is taken at the agreed price, or goes back for the most lasting reason, whatever changed together', async () => {
  const changes = fc.subarray([...LATE_PAYMENT_CAUSES]);
  await fc.assert(
    fc.asyncProperty(changes, fc.boolean(), async (several, timerRan) => {
      shop = await openShop(ctx, { capacity: 4 });
      const id = await order();
      ctx.clock.advance(HOLD_MINUTES * 60_000);
      if (timerRan || several.includes('order_cancelled')) await expireOrder(ctx, { orderId: id });
      // The hold of an order that no timer ended still counts in the stock: fewer tickets than that cannot be.
      const applied = several.filter(
        (cause) =>
          (cause !== 'event_postponed' || !several.includes('event_cancelled')) &&
          (cause !== 'tickets_unavailable' || timerRan || several.includes('order_cancelled')),
      );
      // Time passes first, so that holds that are over at this moment stay so.
      const inOrder = [...applied].sort((cause) => (cause === 'payment_too_late' ? -1 : 0));
      for (const cause of inOrder) await CHANGES[cause](id);
      const cause = LATE_PAYMENT_CAUSES.find((cause) => applied.includes(cause)) ?? null;
      expect(await pay(id)).toEqual(cause === null ? paid : givenBack(cause));
      await expectEither(id, cause);
    }),
    { numRuns: 30, seed: 11 },
  );
});

describe('until the hold ends', () => {
  it('the accepted terms count after any change except a cancellation', async () => {
    const id = await order();
    await setTickets({ price_minor: 9_000, total_minor: 10_000, max_per_order: 1, sales_until: ctx.clock.now() });
    await setEvent({ shared: false, status: 'postponed' });
    ctx.clock.advance(HOLD_MINUTES * 60_000 - 1);
    expect(await pay(id)).toEqual(paid);
    await expectEither(id, null);
  });

  it('and no longer, even when no timer has ended it', async () => {
    const id = await order();
    await setTickets({ total_minor: 10_000 });
    ctx.clock.advance(HOLD_MINUTES * 60_000);
    expect(await pay(id)).toEqual(givenBack('price_changed'));
    await expectEither(id, 'price_changed');
  });

  it('a cancelled event gives the money back', async () => {
    const id = await order();
    await setEvent({ status: 'cancelled' });
    expect(await pay(id)).toEqual(givenBack('event_cancelled'));
    await expectEither(id, 'event_cancelled');
  });
});

it('gives a payment back that meets a cancellation of its order', async () => {
  const id = await order();
  await cancelOrder(ctx, { caller: shop.live, orderId: id });
  expect(await pay(id)).toEqual(givenBack('order_cancelled'));
  await expectEither(id, 'order_cancelled');
});

it('sells the last tickets to one of two late payments, and reports to the other that none are left', async () => {
  const ids = [await order(), await order()];
  for (const orderId of ids) await expireOrder(ctx, { orderId });
  await setTickets({ capacity: 3 });
  const outcomes = await Promise.all(ids.map(pay));
  expect(outcomes).toContainEqual(paid);
  expect(outcomes).toContainEqual(givenBack('tickets_unavailable'));
  expect(await stockOf(ctx.sql, shop.ticketTypeId)).toEqual({ capacity: 3, held: 0, sold: 2 });
});
