import { createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('the OpenAPI document says what the service calls, with schemas that it holds', async () => {
  const document = (await api.app.inject('/openapi.json')).json();
  expect(Object.keys(document.webhooks)).toEqual(['event.changed', 'earnings.changed']);
  const references = [...JSON.stringify(document.webhooks).matchAll(/#\/components\/schemas\/(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(references).toEqual(['Event', 'Withdrawn', 'Earning']);
  for (const name of references) expect(document.components.schemas).toHaveProperty(String(name));
  expect(document.webhooks['event.changed'].post.description).toContain(
    '30 minutes, 2 hours, 6 hours, 12 hours and 24 hours',
  );
});
