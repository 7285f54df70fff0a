import { PROBLEMS } from '../../../src/core/problems.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe('problem pages', () => {
  test.each(Object.entries(PROBLEMS))('/problems/%s explains the code', async (code, [status, title, explanation]) => {
    const answer = await api.app.inject(`/problems/${code}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    for (const part of [code, String(status), title, explanation.split('`')[0] ?? '']) {
      expect(answer.body).toContain(part.replaceAll("'", '&#39;'));
    }
    // Except for answers printed unchanged.
    expect(answer.body.replaceAll(/<pre[\s\S]*?<\/pre>/g, '')).not.toContain('`');
  });

  test('the index names every code; the type of an answer leads to its page', async () => {
    const index = await api.app.inject('/problems');
    for (const code of Object.keys(PROBLEMS)) expect(index.body).toContain(`/problems/${code}`);
    const { type } = (await api.app.inject('/v1/nowhere')).json<{ type: string }>();
    expect(type.startsWith(api.ctx.config.origin)).toBe(true);
    expect((await api.app.inject(new URL(type).pathname)).statusCode).toBe(200);
  });

  test('404: an unused code', async () => {
    for (const code of ['nonsense', '__proto__', 'toString'])
      expectProblem(await api.app.inject(`/problems/${code}`), 'not_found');
  });
});

test('the landing page leads on', async () => {
  const { body, statusCode } = await api.app.inject('/');
  expect(statusCode).toBe(200);
  for (const link of [
    '/docs',
    '/sandbox',
    '/openapi.json',
    '/problems',
    api.ctx.config.baseUrl,
    api.ctx.config.siteBaseUrl,
  ])
    expect(body).toContain(link);
  expect(body).toContain('You earn a reward on');
});

test('a person in a browser gets a page where a program gets JSON', async () => {
  expectProblem(await api.app.inject('/e/evt_unknown'), 'event_not_found');
  const page = await api.app.inject({ url: '/e/evt_unknown', headers: { accept: 'text/html,application/xhtml+xml' } });
  expect(page.statusCode).toBe(404);
  expect(page.headers['content-type']).toMatch(/^text\/html/);
  expect(page.body).toContain(String(page.headers['service-request-id']));
  const headers = { accept: 'text/html', 'accept-language': 'de-AT' };
  const german = await api.app.inject({ url: '/e/evt_unknown', headers });
  expect(german.headers['content-language']).toBe('de');
  expect(german.body).toContain('<h1>Veranstaltung nicht gefunden</h1>');
  const inApi = await api.app.inject({ url: '/v1/nowhere', headers: { accept: 'text/html' } });
  expectProblem(inApi, 'not_found');
});
