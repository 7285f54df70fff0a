import { demoSubscription, seedDemoCompany } from '../../../src/cli/demo/seed-demo-company.js';
import { randomText } from '../../../src/core/ids.js';
import { getTerms } from '../../../src/settlements/set-terms.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('the demonstration company has keys, terms and a subscription, however often it is made', async () => {
  const keys = {
    test: `tt_test_${randomText(40)}`,
    website: `tt_pk_live_${randomText(40)}`,
    server: `tt_sk_live_${randomText(40)}`,
  };
  for (let start = 1; start <= 2; start += 1) await seedDemoCompany(ctx, keys);
  const [counts] = await ctx.sql`
    SELECT (SELECT count(*)::int FROM companies) AS companies, (SELECT count(*)::int FROM api_keys) AS keys,
      (SELECT count(*)::int FROM bulk_subscriptions) AS subscriptions`;
  expect(counts).toEqual({ companies: 1, keys: 3, subscriptions: 1 });
  expect(await getTerms(ctx, 'Demo Partner')).toMatchObject({ method: 'processor_transfer', netDays: 0 });
  expect(await demoSubscription(ctx)).toMatch(/^bfs_/);
});
