import { setAgreement } from '../../src/companies/set-agreement.js';
import { resumeCompany, suspendCompany } from '../../src/companies/suspend-company.js';
import { beginPurchase } from '../../src/orders/begin-purchase.js';
import { payAtCheckout } from '../../src/orders/checkout.js';
import { getBuyPage } from '../../src/orders/get-buy-page.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { createOrder } from '../../src/orders/place-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { stockOf } from '../support/data/stock.js';

let ctx: TestContext;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestContext();
});
beforeEach(async () => {
  shop = await openShop(ctx);
  const reward = { reward_kind: 'flat', reward_amount_minor: 300, reward_currency: 'EUR', reward_budget_minor: 900 };
  await ctx.sql`UPDATE events SET ${ctx.sql(reward)} WHERE id IN ${ctx.sql([shop.eventId, shop.sampleId])}`;
});
afterAll(() => ctx.close());

let orders = 0;
const choice = (mode: 'live' | 'test') => ({
  event_id: mode === 'live' ? shop.eventId : shop.sampleId,
  ticket_type_id: mode === 'live' ? shop.ticketTypeId : shop.sampleTicketTypeId,
  quantity: 1,
  buyer_email: 'ada@example.org',
  buyer_name: 'Ada',
});

async function hold(mode: 'live' | 'test' = 'live'): Promise<string> {
  orders += 1;
  const { order } = await createOrder(ctx, {
    caller: shop[mode],
    idempotencyKey: `uncredited-${orders}`,
    body: choice(mode),
  });
  return order.id;
}

const pay = (orderId: string) => payOrder(ctx, { orderId, paymentReference: `pay_${orderId}` });
const suspend = () => suspendCompany(ctx, shop.live.companyId);
const resume = () => resumeCompany(ctx, shop.live.companyId);
const narrow = (countries: string[]) =>
  setAgreement(ctx, {
    company: shop.live.companyId,
    agreement: { countries, categories: null, payingOnly: false },
  });

/** The company's reward for this order, and the reason for its size. */
async function earned(orderId: string) {
  const [sale] = await ctx.sql<{ commission: number; uncredited: string | null; earnings: number; spent: number }[]>`
    SELECT s.commission_minor AS commission, s.uncredited, e.reward_spent_minor AS spent,
      (SELECT count(*)::int FROM earnings r WHERE r.sale_id = s.id) AS earnings
    FROM sales s JOIN events e ON e.id = s.event_id WHERE s.order_id = ${orderId}`;
  return sale;
}
const NOTHING = { commission: 0, uncredited: 'company_suspended', earnings: 0, spent: 0 };
const REWARD = { commission: 300, uncredited: null, earnings: 1, spent: 300 };

it.each(['live', 'test'] as const)(
  'held, then suspended, then paid: the buyer has tickets, the company nothing (%s)',
  async (mode) => {
    const id = await hold(mode);
    await suspend();
    expect(await pay(id)).toMatchObject({ outcome: 'paid' });
    expect(await earned(id)).toEqual(NOTHING);
    const ticketTypeId = mode === 'live' ? shop.ticketTypeId : shop.sampleTicketTypeId;
    expect(await stockOf(ctx.sql, ticketTypeId)).toMatchObject({ held: 0, sold: 1 });
  },
);

it('held, suspended and lifted again, then paid: it earns', async () => {
  const id = await hold();
  await suspend();
  await resume();
  await pay(id);
  expect(await earned(id)).toEqual(REWARD);
});

it('sales during a suspension stay without reward, later sales earn', async () => {
  const during = await hold();
  await suspend();
  await pay(during);
  await resume();
  const after = await hold();
  await pay(after);
  expect(await earned(during)).toMatchObject({ commission: 0, uncredited: 'company_suspended', earnings: 0 });
  expect(await earned(after)).toEqual(REWARD);
});

it('paid before the suspension: it stays earned', async () => {
  const id = await hold();
  await pay(id);
  await suspend();
  expect(await earned(id)).toEqual(REWARD);
});

it.each([
  [true, NOTHING],
  [false, REWARD],
])('expired, then paid late, suspended at that moment: %s', async (suspended, expected) => {
  const id = await hold();
  await suspend();
  await expireOrder(ctx, { orderId: id });
  if (!suspended) await resume();
  expect(await pay(id)).toMatchObject({ outcome: 'paid' });
  expect(await earned(id)).toEqual(expected);
});

describe('through a buy link', () => {
  const begin = async () => {
    const { checkoutUrl } = await beginPurchase(ctx, {
      ...{ choice: choice('live'), ref: shop.live.ref, attempt: 'one', ip: '192.0.2.1' },
    });
    return checkoutUrl.slice(checkoutUrl.lastIndexOf('/') + 1);
  };
  const orderOf = async (token: string) => {
    const [row] = await ctx.sql<{ id: string; companyId: string | null }[]>`
      SELECT id, company_id FROM orders WHERE checkout_token = ${token}`;
    return row;
  };

  it('clicked, then suspended, then ordered: no company is credited', async () => {
    expect(await getBuyPage(ctx, shop.eventId)).toMatchObject({ state: 'open' });
    await suspend();
    const token = await begin();
    await payAtCheckout(ctx, token);
    const order = await orderOf(token);
    expect(order?.companyId).toBeNull();
    expect(await earned(order?.id ?? '')).toBeUndefined();
  });

  it('ordered, then suspended, then paid: the company earns nothing', async () => {
    const token = await begin();
    await suspend();
    await payAtCheckout(ctx, token);
    const order = await orderOf(token);
    expect(order?.companyId).toBe(shop.live.companyId);
    expect(await earned(order?.id ?? '')).toEqual(NOTHING);
  });
});

it('an event that left the agreement before it is paid is sold without credit; the sandbox is not narrowed', async () => {
  const [live, test] = [await hold(), await hold('test')];
  await narrow(['DE']);
  await pay(live);
  await pay(test);
  expect(await earned(live)).toEqual({ ...NOTHING, uncredited: 'outside_agreement' });
  expect(await earned(test)).toEqual(REWARD);
  await narrow(['PT']);
  const again = await hold();
  await pay(again);
  expect(await earned(again)).toEqual(REWARD);
});

it('a sale without credit can be refunded and takes nothing back', async () => {
  const id = await hold();
  await suspend();
  await pay(id);
  expect(await refundOrder(ctx, { orderId: id, requestKey: 'all' })).toMatchObject({ status: 'refunded' });
  expect(await earned(id)).toEqual(NOTHING);
});
