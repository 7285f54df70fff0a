import { CHANGE_TYPES } from '../../../src/core/change-type.js';
import { createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test("the OpenAPI document describes the service's calls, with schemas that it contains", async () => {
  const document = (await api.app.inject('/openapi.json')).json();
  expect(Object.keys(document.webhooks)).toEqual(CHANGE_TYPES);
  const { schemas } = document.components;
  const data = (type: string) => {
    const { $ref } = document.webhooks[type].post.requestBody.content['application/json'].schema;
    return schemas[String($ref).split('/').at(-1) ?? ''].properties.data.$ref;
  };
  expect(data('event.changed')).toBe('#/components/schemas/EventChange');
  expect(data('earnings.changed')).toBe('#/components/schemas/EarningChange');
  expect(data('order.changed')).toBe('#/components/schemas/OrderChange');
  const references = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  for (const name of references) expect(schemas).toHaveProperty(String(name));
  expect(document.webhooks['event.changed'].post.description).toContain(
    '30 minutes, 2 hours, 6 hours, 12 hours and 24 hours',
  );
});
