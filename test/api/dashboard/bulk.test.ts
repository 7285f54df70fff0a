import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApi();
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
});
afterAll(() => api.close());

test('a subscription is added, listed with its coverage, and removed; a sixth is refused', async () => {
  await refreshSamples(api.ctx);
  const [{ count }] = (await api.ctx.sql`
    SELECT count(*)::int AS count FROM event_listings WHERE test AND upcoming`) as unknown as [{ count: number }];
  const all = await owner.done('/bulk-subscriptions', { name: 'everything' });
  expect(all).toMatchObject({ name: 'everything', covered: count, narrowed_away: 0, last_file: null });
  expect(all.curl).toContain(`/bulk/${all.id}.ndjson.gz`);
  const german = await owner.done('/bulk-subscriptions/count', { countries: ['DE'] });
  expect(german.covered).toBeGreaterThan(0);
  expect(german.covered).toBeLessThan(count);
  for (let i = 0; i < 4; i++) await owner.done('/bulk-subscriptions', { countries: ['DE'], days_ahead: 30 });
  expectProblem(await owner.post('/bulk-subscriptions', {}), 'invalid_request');
  expect((await owner.read('/bulk-subscriptions')).data).toHaveLength(5);
  await owner.done(`/bulk-subscriptions/${all.id}/remove`);
  expect((await owner.read('/bulk-subscriptions')).data).toHaveLength(4);
  expectProblem(await owner.post('/bulk-subscriptions/count', { countries: ['Germany'] }), 'invalid_request');
});
