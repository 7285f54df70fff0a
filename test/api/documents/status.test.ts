import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { addDelivery } from '../../support/data/deliveries.js';

let api: TestApi;
beforeEach(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
});
afterEach(() => api.close());

/** A delivery that has been due for these seconds, to an endpoint of its own. */
async function addDue(dueSeconds: number, { failing = false } = {}): Promise<void> {
  const { ctx, keys, companyId } = api;
  const url = `http://127.0.0.1:9/${dueSeconds}`;
  const { id: endpointId } = await addWebhook(ctx, { key: keys.test.id, companyId, url });
  const createdAt = new Date(ctx.clock.now().getTime() - dueSeconds * 1_000);
  if (failing) await ctx.sql`UPDATE delivery_endpoints SET failing_since = ${createdAt} WHERE id = ${endpointId}`;
  await addDelivery(ctx, { endpointId, eventId: 'evt_test_a', mode: 'test', createdAt });
}

test('says that everything is well', async () => {
  const answer = await api.app.inject('/status.json');
  expect(answer.json()).toEqual({
    api: 'available',
    webhooks: 'on_time',
    webhooks_lag_seconds: 0,
    checked_at: api.ctx.clock.now().toISOString(),
  });
  const page = await api.app.inject('/status');
  expect(page.body).toContain('Deliveries go out as changes happen.');
});

test('reports late deliveries, without deliveries that their endpoint delays', async () => {
  await addDue(300);
  await addDue(9_000, { failing: true });
  expect((await api.app.inject('/status.json')).json()).toMatchObject({ webhooks: 'late', webhooks_lag_seconds: 300 });
  expect((await api.app.inject('/status')).body).toContain('Deliveries are 5 minutes late.');
});

test('says that the API is not available, and asks the database once in ten seconds', async () => {
  await api.ctx.sql.unsafe('ALTER TABLE schema_migrations RENAME TO away');
  expect((await api.app.inject('/status.json')).json()).toMatchObject({ api: 'unavailable', webhooks: 'unknown' });
  await api.ctx.sql.unsafe('ALTER TABLE away RENAME TO schema_migrations');
  expect((await api.app.inject('/status')).body).toContain('Not available.');
  const realNow = performance.now.bind(performance);
  const later = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + 10_001);
  expect((await api.app.inject('/status.json')).json()).toMatchObject({ api: 'available' });
  later.mockRestore();
});
