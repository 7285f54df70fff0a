import { lockTermsForSale } from '../../src/catalogue/sql/event-terms.js';
import { setAgreement } from '../../src/companies/set-agreement.js';
import { UNLIMITED_AGREEMENT } from '../../src/core/viewer.js';
import { beginPurchase, type PurchaseInput } from '../../src/orders/begin-purchase.js';
import { payAtCheckout } from '../../src/orders/checkout.js';
import { getBuyPage } from '../../src/orders/get-buy-page.js';
import { LIMITS_REACHED, limitAttempts } from '../../src/platform/limits/limit-attempts.js';
import { createTestContext, type TestContext, withProcessor } from '../support/context.js';
import { addKey, addPartner, addTicketedEvent, type Seller } from '../support/data/build.js';

let ctx: TestContext;
let partner: Seller;
beforeAll(async () => {
  ctx = await createTestContext();
  partner = await addPartner(ctx, 'website');
});
afterAll(() => ctx.close());

type Seeded = { eventId: string; ticketTypeId: string };

const purchase = (event: Seeded, more: Partial<PurchaseInput> = {}, quantity = 1): PurchaseInput => ({
  choice: {
    event_id: event.eventId,
    ticket_type_id: event.ticketTypeId,
    quantity,
    buyer_email: 'berta@example.com',
    buyer_name: 'Berta Buyer',
  },
  attempt: 'attempt-1',
  ip: '192.0.2.1',
  ...more,
});

const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

async function orderBehind(url: string) {
  const [order] = await ctx.sql`
    SELECT company_id, key_id, mode, source, status, sub_id, quantity, total_minor FROM orders WHERE checkout_token = ${tokenOf(url)}`;
  return order;
}

async function buy(event: Seeded, more: Partial<PurchaseInput> = {}) {
  const { checkoutUrl } = await beginPurchase(ctx, purchase(event, more));
  await payAtCheckout(ctx, tokenOf(checkoutUrl));
  return { order: await orderBehind(checkoutUrl) };
}

const salesOf = async (eventId: string) =>
  ctx.sql`SELECT company_id, key_id, mode, sub_id, commission_minor FROM sales WHERE event_id = ${eventId}`;

test("a purchase through a partner's link is credited to its company, with its sub_id", async () => {
  const event = await addTicketedEvent(ctx);
  const { order } = await buy(event, { ref: partner.ref, subId: 'click~1.a_b-c' });
  expect(order).toMatchObject({
    source: 'buy_link',
    status: 'paid',
    companyId: partner.companyId,
    subId: 'click~1.a_b-c',
  });
  expect(await salesOf(event.eventId)).toMatchObject([
    {
      companyId: partner.companyId,
      keyId: partner.keyId,
      mode: 'live',
      subId: 'click~1.a_b-c',
      commissionMinor: 500,
    },
  ]);
});

test('a bad sub_id is dropped and the sale goes on', async () => {
  for (const subId of ['a b', 'ä', 'x'.repeat(101), '']) {
    const event = await addTicketedEvent(ctx);
    await buy(event, { ref: partner.ref, subId });
    expect(await salesOf(event.eventId)).toMatchObject([{ subId: null, companyId: partner.companyId }]);
  }
});

test.each([
  ['no code', undefined],
  ["the demo's code", 'demo'],
  ['an unknown code', 'ABCDEFGHJKMN1234'],
  ['something else', "' OR 1=1 --"],
])('with %s the purchase works without credit', async (_what, ref) => {
  const event = await addTicketedEvent(ctx);
  const { order } = await buy(event, { ref });
  expect(order).toMatchObject({ status: 'paid', companyId: null, keyId: null });
  expect(await salesOf(event.eventId)).toEqual([]);
});

test("a test key's code counts on samples only, a live key's on live events only", async () => {
  const testKey = await addKey(ctx, partner.companyId, 'test');
  const sample = await addTicketedEvent(ctx, { test: true });
  const live = await addTicketedEvent(ctx);
  await buy(sample, { ref: partner.ref });
  await buy(live, { ref: testKey.ref });
  expect(await salesOf(sample.eventId)).toEqual([]);
  expect(await salesOf(live.eventId)).toEqual([]);
  const { order } = await buy(sample, { ref: testKey.ref, attempt: 'attempt-2' });
  expect(order).toMatchObject({ mode: 'test', status: 'test' });
  expect(await salesOf(sample.eventId)).toMatchObject([{ keyId: testKey.keyId, mode: 'test', commissionMinor: 500 }]);
});

test('published links outlive their key, but not the suspension of the company', async () => {
  const other = await addPartner(ctx);
  await ctx.sql`UPDATE api_keys SET revoked_at = ${ctx.clock.now()} WHERE id = ${other.keyId}`;
  const first = await addTicketedEvent(ctx);
  await buy(first, { ref: other.ref });
  expect(await salesOf(first.eventId)).toMatchObject([{ companyId: other.companyId }]);
  await ctx.sql`UPDATE companies SET status = 'suspended' WHERE id = ${other.companyId}`;
  const second = await addTicketedEvent(ctx);
  await buy(second, { ref: other.ref });
  expect(await salesOf(second.eventId)).toEqual([]);
});

test('an event outside the agreement is sold without credit', async () => {
  const narrow = await addPartner(ctx);
  await setAgreement(ctx, { company: narrow.companyId, agreement: { ...UNLIMITED_AGREEMENT, countries: ['FR'] } });
  const event = await addTicketedEvent(ctx);
  expect((await buy(event, { ref: narrow.ref })).order).toMatchObject({ status: 'paid', companyId: null });
});

test('the same attempt is the same order, another choice another one, also after payment', async () => {
  const event = await addTicketedEvent(ctx);
  const first = await beginPurchase(ctx, purchase(event, { ref: partner.ref }));
  const urls = await Promise.all(
    Array.from({ length: 10 }, () => beginPurchase(ctx, purchase(event, { ref: partner.ref }))),
  );
  expect(new Set(urls.map((url) => url.checkoutUrl))).toEqual(new Set([first.checkoutUrl]));
  await payAtCheckout(ctx, tokenOf(first.checkoutUrl));
  expect(await beginPurchase(ctx, purchase(event, { ref: partner.ref }))).toEqual(first);
  const other = await beginPurchase(ctx, purchase(event, { ref: partner.ref }, 2));
  expect(other.checkoutUrl).not.toBe(first.checkoutUrl);
  const [count] = await ctx.sql`SELECT count(*)::int AS n FROM orders WHERE event_id = ${event.eventId}`;
  expect(count).toEqual({ n: 2 });
});

describe('free tickets', () => {
  const free = { priceMinor: 0, totalMinor: 0, capacity: 3 };
  let attempts = 0;
  /** A new attempt of a buyer, from an IP address of its own unless it is given. */
  const from = (event: Seeded, email: string, ip = `198.51.${attempts % 250}.1`): PurchaseInput => {
    const { choice, ...rest } = purchase(event, { ip, attempt: `free-attempt-${attempts++}` });
    return { ...rest, choice: { ...choice, buyer_email: email } };
  };

  test('are taken at once, and earn nothing', async () => {
    const event = await addTicketedEvent(ctx, free);
    const { checkoutUrl } = await beginPurchase(ctx, purchase(event, { ref: partner.ref }, 2));
    expect(await orderBehind(checkoutUrl)).toMatchObject({ status: 'paid', quantity: 2, totalMinor: 0 });
    expect(await salesOf(event.eventId)).toMatchObject([{ companyId: partner.companyId, commissionMinor: 0 }]);
    expect(await beginPurchase(ctx, purchase(event, { ref: partner.ref }, 2))).toEqual({ checkoutUrl });
  });

  test('are not bought by a form that is sent again once they cost something', async () => {
    const event = await addTicketedEvent(ctx, free);
    const again = from(event, 'carla@example.com');
    const { checkoutUrl } = await beginPurchase(ctx, again);
    await ctx.sql`UPDATE ticket_types SET price_minor = 1000, total_minor = 1250 WHERE event_id = ${event.eventId}`;
    expect(await beginPurchase(ctx, again)).toEqual({ checkoutUrl });
  });

  test('do not wait for a sale of their event that is under way, nor do sales for them', async () => {
    const event = await addTicketedEvent(ctx, free);
    await ctx.sql.begin(async (tx) => {
      await lockTermsForSale(tx, tx`SELECT ${event.eventId} AS id`);
      await beginPurchase(ctx, from(event, 'beside@example.com'));
    });
    const [stock] = await ctx.sql`SELECT sold FROM ticket_types WHERE event_id = ${event.eventId}`;
    expect(stock).toEqual({ sold: 1 });
  });

  test('are never given twice, however many ask at once', async () => {
    const event = await addTicketedEvent(ctx, free);
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) => beginPurchase(ctx, from(event, `buyer${n}@example.com`))),
    );
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(3);
    for (const attempt of tries)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'tickets_unavailable' });
  });

  test('are ordered once for an event by an address, however it is written and however many ask at once', async () => {
    const event = await addTicketedEvent(ctx, { ...free, capacity: 100 });
    const emails = Array.from({ length: 60 }, (_, n) => (n % 2 ? 'Once@example.com' : 'once@EXAMPLE.com'));
    const tries = await Promise.allSettled(emails.map((email) => beginPurchase(ctx, from(event, email))));
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    const refusal = { code: 'invalid_request', errors: [{ field: 'buyer_email' }] };
    for (const attempt of tries) if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject(refusal);
    const [stock] = await ctx.sql`SELECT sold FROM ticket_types WHERE event_id = ${event.eventId}`;
    expect(stock).toEqual({ sold: 1 });
    // Another event, and another address.
    await beginPurchase(ctx, from(await addTicketedEvent(ctx, free), 'once@example.com'));
    await beginPurchase(ctx, from(event, 'other@example.com'));
  });

  test('that were refused do not count; samples are not limited', async () => {
    const event = await addTicketedEvent(ctx, { ...free, capacity: 0 });
    const order = () => beginPurchase(ctx, from(event, 'late@example.com'));
    await expect(order()).rejects.toMatchObject({ code: 'tickets_unavailable' });
    await ctx.sql`UPDATE ticket_types SET capacity = 3 WHERE event_id = ${event.eventId}`;
    await order();
    const sample = await addTicketedEvent(ctx, { ...free, test: true });
    for (let i = 0; i < 2; i++) await beginPurchase(ctx, from(sample, 'late@example.com'));
  });

  test('are limited to 1,000 orders of an event in an hour', async () => {
    const event = await addTicketedEvent(ctx, { ...free, capacity: 100 });
    await ctx.sql.begin(async (tx) => {
      for (let i = 0; i < 999; i++) await limitAttempts(ctx, 'free_order_event', { event: event.eventId }, tx);
    });
    const refused = () => ctx.counts.of(LIMITS_REACHED).get('free_order_event') ?? 0;
    const before = refused();
    await beginPurchase(ctx, from(event, 'last@example.com'));
    await expect(beginPurchase(ctx, from(event, 'late@example.com'))).rejects.toMatchObject({ code: 'rate_limited' });
    expect(refused()).toBe(before + 1);
    // Other events are open, and the refused order took no ticket.
    await beginPurchase(ctx, from(await addTicketedEvent(ctx, free), 'late@example.com'));
    const [stock] = await ctx.sql`SELECT sold FROM ticket_types WHERE event_id = ${event.eventId}`;
    expect(stock).toEqual({ sold: 1 });
    ctx.clock.advance(3_600_000);
    await beginPurchase(ctx, from(event, 'late@example.com'));
  });

  test('are mailed to one address five times an hour, and ordered thirty times from one IP address', async () => {
    const limited = { code: 'rate_limited' };
    for (let i = 0; i < 5; i++) await beginPurchase(ctx, from(await addTicketedEvent(ctx, free), 'flood@example.com'));
    await expect(
      beginPurchase(ctx, from(await addTicketedEvent(ctx, free), 'flood@example.com')),
    ).rejects.toMatchObject(limited);
    const event = await addTicketedEvent(ctx, { ...free, capacity: 100 });
    const invented = (i: number) => beginPurchase(ctx, from(event, `invented${i}@example.com`, '203.0.113.7'));
    for (let i = 0; i < 30; i++) await invented(i);
    await expect(invented(30)).rejects.toMatchObject(limited);
    ctx.clock.advance(3_600_000);
    await invented(30);
  });

  test('are not given for an event that does not take place', async () => {
    const event = await addTicketedEvent(ctx, { ...free, status: 'cancelled' });
    await expect(beginPurchase(ctx, purchase(event))).rejects.toMatchObject({ code: 'event_not_on_sale' });
  });
});

describe('the words of the page', () => {
  const state = async (event: Seeded) => (await getBuyPage(ctx, event.eventId)).state;

  test('of events in every state', async () => {
    expect(await state(await addTicketedEvent(ctx))).toBe('open');
    expect(await state(await addTicketedEvent(ctx, { capacity: 0 }))).toBe('sold_out');
    expect(await state(await addTicketedEvent(ctx, { status: 'cancelled' }))).toBe('cancelled');
    expect(await state(await addTicketedEvent(ctx, { status: 'postponed' }))).toBe('postponed');
    expect(await state(await addTicketedEvent(ctx, { startsAt: '2026-10-01T19:00:00Z', endsAt: null }))).toBe('ended');
  });

  test('of an event whose tickets its organizer sells', async () => {
    const event = await addTicketedEvent(ctx);
    await ctx.sql`DELETE FROM ticket_types WHERE event_id = ${event.eventId}`;
    expect(await state(event)).toBe('not_on_sale');
    await ctx.sql`UPDATE events SET source_url = 'https://organizer.example/night' WHERE id = ${event.eventId}`;
    expect(await getBuyPage(ctx, event.eventId)).toMatchObject({
      state: 'elsewhere',
      sourceUrl: 'https://organizer.example/night',
    });
    await ctx.sql`UPDATE events SET source_url = 'javascript:alert(1)' WHERE id = ${event.eventId}`;
    expect(await getBuyPage(ctx, event.eventId)).toMatchObject({ state: 'not_on_sale', sourceUrl: null });
  });

  test('of an event that is no longer shared, or never existed', async () => {
    const event = await addTicketedEvent(ctx);
    await ctx.sql`UPDATE events SET shared = false WHERE id = ${event.eventId}`;
    await expect(getBuyPage(ctx, event.eventId)).rejects.toMatchObject({ code: 'event_withdrawn' });
    await expect(beginPurchase(ctx, purchase(event))).rejects.toMatchObject({ code: 'event_withdrawn' });
    await expect(getBuyPage(ctx, 'evt_none')).rejects.toMatchObject({ code: 'event_not_found' });
  });

  test('of a live event while no card payments are switched on; samples and free tickets do not need them', async () => {
    const without = withProcessor(ctx, 'live', { enabled: false });
    const live = await addTicketedEvent(ctx);
    expect((await getBuyPage(without, live.eventId)).state).toBe('unpaid');
    await expect(beginPurchase(without, purchase(live))).rejects.toMatchObject({ code: 'payments_unavailable' });
    expect((await getBuyPage(without, (await addTicketedEvent(ctx, { test: true })).eventId)).state).toBe('open');
    expect(
      (await getBuyPage(without, (await addTicketedEvent(ctx, { priceMinor: 0, totalMinor: 0 })).eventId)).state,
    ).toBe('open');
  });
});
