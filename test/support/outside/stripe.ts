import type { AddressInfo } from 'node:net';
import { buildApp } from '../../../api/app.js';
import type { App } from '../../../api/http/access.js';
import { connectOrganizer } from '../../../src/catalogue/connect-organizer.js';
import {
  type StandInOptions,
  type StripeStandIn,
  startStripeStandIn,
} from '../../../tools/stripe-stand-in/stand-in.js';
import { createTestContext, type TestContext, type TestContextOptions } from '../context.js';
import { openShop, type Shop } from '../data/build.js';
import { waitFor } from '../wait-for.js';

const SECRET = 'whsec_test';
/** The key of the test mode. */
const TEST = { key: 'rk_test_2', secret: 'whsec_mode' };

/** The API with payments by Stripe, whose place a stand-in takes, and a shop whose organizer can charge cards. */
export interface StripeSite {
  ctx: TestContext;
  app: App;
  stripe: StripeStandIn;
  shop: Shop;
  /** The organizer's account. */
  account: string;
  /** Where messages go. */
  webhooks: string;
  /** Moves both clocks. */
  advance(milliseconds: number): void;
  close(): Promise<void>;
}

/** The same with a second stand-in that takes test orders, and an organizer of the sample who has an account there. */
export interface TestModeSite extends StripeSite {
  testStripe: StripeStandIn;
  testAccount: string;
}

/** Each stand-in takes its own key alone. */
export async function openTestModeSite(): Promise<TestModeSite> {
  const testStripe = await startStripeStandIn({ key: TEST.key });
  const site = await openStripeSite({
    key: 'rk_test_1',
    capacity: 1_000,
    env: {
      STRIPE_TEST_KEY: TEST.key,
      STRIPE_TEST_WEBHOOK_SECRETS: TEST.secret,
      STRIPE_TEST_API_BASE: testStripe.origin,
      STRIPE_FEE_PERCENT: '2',
    },
  });
  const { ctx, shop } = site;
  for (const connect of [true, false]) testStripe.addEndpoint({ url: site.webhooks, secret: TEST.secret, connect });
  const organizer = { id: 'org_samples', source: 'samples', name: 'Samples', created_at: ctx.clock.now() };
  await ctx.sql`INSERT INTO organizers ${ctx.sql(organizer)}`;
  await ctx.sql`UPDATE events SET organizer_id = ${organizer.id} WHERE id = ${shop.sampleId}`;
  const { account } = await connectOrganizer(ctx, { source: organizer.source, country: 'DE' });
  testStripe.verbs.onboard({ account: account.id });
  await connectOrganizer(ctx, { source: organizer.source });
  await untilHeard(testStripe);
  return {
    ...site,
    testStripe,
    testAccount: account.id,
    advance(milliseconds) {
      site.advance(milliseconds);
      testStripe.verbs.clock({ now: ctx.clock.now().toISOString() });
    },
    async close() {
      await testStripe.close();
      await site.close();
    },
  };
}

export async function openStripeSite(
  options: {
    capacity?: number;
    /** The only key that the stand-in accepts. */
    key?: string;
    env?: Record<string, string>;
    replace?: TestContextOptions['replace'];
    watch?: StandInOptions['watch'];
  } = {},
): Promise<StripeSite> {
  const stripe = await startStripeStandIn({ key: options.key, watch: options.watch });
  const now = new Date().toISOString();
  const ctx = await createTestContext({
    now,
    env: {
      PAYMENTS: 'stripe',
      STRIPE_KEY: 'rk_test_1',
      STRIPE_WEBHOOK_SECRETS: `whsec_old,${SECRET}`,
      STRIPE_API_BASE: stripe.origin,
      ...options.env,
    },
    replace: options.replace,
  });
  const app = await buildApp(ctx);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/stripe/webhooks`;
  for (const connect of [true, false]) stripe.addEndpoint({ url, secret: SECRET, connect });
  const shop = await openShop(ctx, { capacity: options.capacity ?? 10 });
  const { account } = await connectOrganizer(ctx, { source: 'shop', country: 'DE' });
  stripe.verbs.onboard({ account: account.id });
  await connectOrganizer(ctx, { source: 'shop' });
  await untilHeard(stripe);
  return {
    ctx,
    app,
    stripe,
    shop,
    account: account.id,
    webhooks: url,
    advance(milliseconds) {
      ctx.clock.advance(milliseconds);
      stripe.verbs.clock({ now: ctx.clock.now().toISOString() });
    },
    async close() {
      await stripe.close();
      await app.close();
      await ctx.close();
    },
  };
}

/**
 * Until the messages about an account are handled. Each reads the account, and a test may count the calls after them.
 */
async function untilHeard({ deliverer }: StripeStandIn): Promise<void> {
  await waitFor(() => deliverer.waiting().length === 0, { what: 'messages that Stripe has not delivered' });
}

/** The token of an order's page. */
export async function tokenOf(ctx: TestContext, orderId: string): Promise<string> {
  const [row] = await ctx.sql<{ token: string }[]>`SELECT checkout_token AS token FROM orders WHERE id = ${orderId}`;
  return row?.token ?? '';
}

/** The session of an order's open or ended page. */
export async function sessionOf(ctx: TestContext, orderId: string): Promise<string> {
  const [row] = await ctx.sql<{ reference: string }[]>`
    SELECT reference FROM checkouts WHERE order_id = ${orderId} ORDER BY created_at DESC LIMIT 1`;
  return row?.reference ?? '';
}
