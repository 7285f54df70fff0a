import { MINUTE } from '../../src/core/time.js';
import { endHolds } from '../../src/orders/end-hold.js';
import { openCheckout } from '../../src/orders/open-checkout.js';
import { placeOrder } from '../support/data/holds.js';
import { stockByOrders, stockOf } from '../support/data/stock.js';
import { openStripeSite, type StripeSite, tokenOf } from '../support/outside/stripe.js';

const ROUNDS = 1_000;
const AT_ONCE = 50;

let site: StripeSite;
beforeAll(async () => {
  site = await openStripeSite({ capacity: ROUNDS });
  site.stripe.verbs.hold({ held: true });
});
afterAll(() => site.close());

async function pageOf(): Promise<{ id: string; url: string }> {
  const { id } = await placeOrder(site.ctx, site.shop);
  return { id, url: (await openCheckout(site.ctx, await tokenOf(site.ctx, id), 'en')) ?? '' };
}

/** In any order of the tasks. */
async function atOnce(tasks: (() => Promise<unknown>)[]): Promise<void> {
  const shuffled = tasks.map((task) => ({ task, rank: Math.random() })).sort((a, b) => a.rank - b.rank);
  await Promise.all(shuffled.map(({ task }) => task()));
}

test('a payment and the end of the hold in one instant: seats and money agree, whatever comes twice and backwards', async () => {
  const { ctx, stripe } = site;
  const outcomes = { paid: 0, expired: 0 };
  for (let done = 0; done < ROUNDS; done += AT_ONCE) {
    const pages: { id: string; url: string }[] = [];
    for (let i = 0; i < AT_ONCE; i++) pages.push(await pageOf());
    site.advance(33 * MINUTE);
    // Stripe's own page closes after 31 minutes: it is still open here, as its clock says what we say.
    stripe.verbs.clock({ now: new Date(ctx.clock.now().getTime() - 5 * MINUTE).toISOString() });
    await atOnce(
      pages.flatMap(({ id, url }) => [
        () => fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ card: 'paid' }) }),
        () => endHolds(ctx, [id]).catch(() => []),
        () => endHolds(ctx, [id]).catch(() => []),
      ]),
    );
    const events = stripe.deliverer.waiting().reverse();
    await atOnce([...events, ...events].map((event) => () => stripe.deliverer.send(event)));
    for (const { id, url } of pages) {
      await endHolds(ctx, [id]);
      const session = stripe.world.store.find('checkout.session', url.split('/').at(-1) ?? '');
      const [order] = await ctx.sql<{ status: string }[]>`SELECT status FROM orders WHERE id = ${id}`;
      expect(order?.status).toBe(session?.status === 'complete' ? 'paid' : 'expired');
      outcomes[order?.status as 'paid' | 'expired'] += 1;
    }
    expect(await stockOf(ctx.sql, site.shop.ticketTypeId)).toMatchObject(
      await stockByOrders(ctx.sql, site.shop.ticketTypeId),
    );
  }
  expect(outcomes.paid).toBeGreaterThan(0);
  expect(outcomes.expired).toBeGreaterThan(0);
  const refunds = await ctx.sql`SELECT FROM refunds`;
  expect([refunds.length, stripe.world.store.all('charge').length]).toEqual([0, outcomes.paid]);
}, 600_000);
