import { gunzipSync } from 'node:zlib';
import { createTestApi, type TestApi } from '../../support/api.js';
import { buildDashboard } from '../../support/build-packages.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  await buildDashboard();
  api = await createTestApi();
});
afterAll(() => api.close());

test.each([
  '/dashboard',
  '/dashboard/',
  '/dashboard/sign-in',
  '/dashboard/keys/key_1',
  '/dashboard/keys/',
  '/dashboard/apis',
  '/dashboard/no/such/page?mode=live',
])('%s is the page, and its router decides the content', async (url) => {
  const { statusCode, headers, body } = await api.app.inject({ url });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-/);
  expect(body).toContain('<div id="app">');
});

test.each([
  ['/dashboard', 'gzip, br', true],
  ['/dashboard', 'identity', false],
  ['/dashboard', 'gzip;q=0, br', false],
  ['/dashboard/api/openapi.json', 'br, gzip', true],
  ['/dashboard/api/session', 'gzip', false],
])('%s with Accept-Encoding %s: gzip is %s', async (url, encodings, zipped) => {
  const { headers, rawPayload } = await api.app.inject({ url, headers: { 'accept-encoding': encodings } });
  expect(headers['content-encoding']).toBe(zipped ? 'gzip' : undefined);
  const text = String(zipped ? gunzipSync(rawPayload) : rawPayload);
  expect(headers['content-length']).toBe(String(rawPayload.length));
  expect(text).toContain(url.includes('/api/') ? '{' : '<div id="app">');
  if (rawPayload.length > 1_024) expect(headers.vary).toContain('Accept-Encoding');
});

test.each([
  '/dashboard/api',
  '/dashboard/api/',
  '/dashboard/api/no-such',
  '/dashboard/assets',
  '/dashboard/assets/x.js',
])('%s is none of its pages', async (url) => {
  expectProblem(await api.app.inject({ url }), 'not_found');
});

test('a wrong method still differs from an unknown path', async () => {
  expectProblem(await api.app.inject({ url: '/dashboard/api/session/open' }), 'method_not_allowed');
  expectProblem(await api.app.inject({ method: 'POST', url: '/dashboard/api/no-such' }), 'not_found');
  expectProblem(await api.app.inject({ method: 'POST', url: '/dashboard/keys' }), 'method_not_allowed');
});
