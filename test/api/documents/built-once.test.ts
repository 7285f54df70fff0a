import { jsonOnce } from '../../../api/http/reply.js';
import { createTestApi, type TestApi } from '../../support/api.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

test('jsonOnce builds its value on the first call only', () => {
  const build = jest.fn(() => ({ a: 1 }));
  const bytes = jsonOnce(build);
  expect(build).not.toHaveBeenCalled();
  expect(bytes()).toBe(bytes());
  expect(bytes().toString()).toBe('{"a":1}');
  expect(build).toHaveBeenCalledTimes(1);
});

test('the OpenAPI document is built once', async () => {
  const first = await api.app.inject('/openapi.json');
  const build = jest.spyOn(api.app, 'swagger');
  const second = await api.app.inject('/openapi.json');
  expect(second.body).toBe(first.body);
  expect(build).not.toHaveBeenCalled();
  build.mockRestore();
});

test.each(['/docs/search.json', '/docs/postman.json'])('%s is the same at each call', async (url) => {
  const [first, second] = [await api.app.inject(url), await api.app.inject(url)];
  expect(first.statusCode).toBe(200);
  expect(second.body).toBe(first.body);
});
