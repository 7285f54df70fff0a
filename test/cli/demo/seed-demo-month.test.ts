import { findCompany } from '../../../src/access/sql/companies.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { DEMO_COMPANY, seedDemoCompany } from '../../../src/cli/demo/seed-demo-company.js';
import { seedDemoMonth } from '../../../src/cli/demo/seed-demo-month.js';
import { randomText } from '../../../src/core/ids.js';
import { summarizeEarnings } from '../../../src/settlements/earnings-summary.js';
import { createTestContext, type TestContext } from '../../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
  await refreshSamples(ctx);
});
afterAll(() => ctx.close());

const keys = {
  test: `tt_test_${randomText(40)}`,
  website: `tt_pk_live_${randomText(40)}`,
  server: `tt_sk_live_${randomText(40)}`,
};

test('the demonstration company has a month of test sales in every state, made once', async () => {
  await seedDemoCompany(ctx, keys);
  const made = await seedDemoMonth(ctx);
  expect(made).toBeGreaterThan(25);
  const companyId = (await findCompany(ctx.sql, DEMO_COMPANY))?.id ?? '';
  const { currencies } = await summarizeEarnings(ctx, { companyId, mode: 'test', span: '30d' });
  const periods = currencies.flatMap((currency) => currency.periods);
  expect(periods.reduce((sum, { sales }) => sum + sales, 0)).toBeGreaterThan(made - 3);
  expect(new Set(periods.filter(({ sales }) => sales > 0).map(({ period }) => period)).size).toBeGreaterThan(15);
  const states = await ctx.sql<{ status: string }[]>`SELECT DISTINCT status FROM earnings ORDER BY status`;
  expect(states.map(({ status }) => status)).toEqual(['approved', 'pending', 'ready', 'reversed']);
  // Past sales are not sent, and the live ledger has nothing.
  expect(await ctx.sql`SELECT FROM earnings WHERE mode = 'live'`).toHaveLength(0);
  expect(await seedDemoMonth(ctx)).toBe(0);
});
