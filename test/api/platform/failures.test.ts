import { pino } from 'pino';
import { ACCESS, ANY_KEY, keyed, type Route } from '../../../api/http/access.js';
import { ProblemError } from '../../../src/core/problems.js';
import { bearer, createTestApi, probeRoutes, type TestApi } from '../../support/api.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });

let unstick = () => {};
const stuck = new Promise<string>((resolve) => {
  unstick = () => resolve('free again');
});

/** Reads a table that a test may lock, or sleeps in the database. */
const slowRoutes: Route[] = [
  (app, ctx) => {
    const config = { access: keyed({ kinds: ANY_KEY }) };
    app.get('/probe-locked', { config }, async () => ({
      rows: (await ctx.sql`SELECT count(*) FROM organizers`).count,
    }));
    app.get('/probe-wrong', { config }, async () => ctx.sql`SELECT secret_column FROM secret_table`);
    app.get('/probe-chosen', { config }, async () => {
      throw new ProblemError('busy', { headers: { 'Retry-After': '5' } });
    });
    app.get('/probe-stuck', { config: { access: ACCESS.open } }, () => stuck);
    app.get('/probe-text', { config }, async () => {
      throw 'a secret that is no Error';
    });
  },
];

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({
    build: { extraRoutes: [...probeRoutes, ...slowRoutes] },
    context: { env: { DATABASE_STATEMENT_TIMEOUT_MS: '600', DATABASE_POOL: '2' }, replace: { log } },
  });
});
afterAll(() => api.close());

const get = (url: string) => api.app.inject({ url, headers: bearer(api.keys.test) });

describe('500 internal_error', () => {
  test('hides its cause, which is in the log with the request id', async () => {
    for (const url of ['/v1/probe-failure', '/v1/probe-wrong', '/v1/probe-text']) {
      lines.length = 0;
      const answer = await get(url);
      const { request_id } = expectProblem(answer, 'internal_error');
      expect(answer.body).not.toMatch(/secret|relation|SELECT/i);
      expect(answer.headers['ratelimit-limit']).toBe('60');
      expect(lines.join('')).toContain(request_id);
      expect(lines.join('')).not.toContain(api.keys.test.key);
    }
  });
});

describe('503 busy', () => {
  test('that is chosen, not met with, is no error in the log', async () => {
    lines.length = 0;
    expectProblem(await get('/v1/probe-chosen'), 'busy');
    expect(lines).toEqual([]);
  });

  test('a statement that takes too long, and calls that queue behind it', async () => {
    const release = await api.ctx.sql.reserve();
    try {
      await release.unsafe('SET statement_timeout = 0; BEGIN; LOCK TABLE organizers IN ACCESS EXCLUSIVE MODE');
      const answers = await Promise.all(Array.from({ length: 4 }, () => get('/v1/probe-locked')));
      for (const answer of answers) {
        expectProblem(answer, 'busy');
        expect(answer.headers['retry-after']).toMatch(/^\d+$/);
      }
    } finally {
      await release.unsafe('ROLLBACK; RESET statement_timeout');
      release.release();
    }
    expect((await get('/v1/probe-locked')).statusCode).toBe(200);
  });

  test('a call, or a page, that waits without end for a connection', async () => {
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
    const held = [await api.ctx.sql.reserve(), await api.ctx.sql.reserve()];
    try {
      const [call, page] = await Promise.all([
        fetch(`${origin}/v1/probe-locked`, { headers: bearer(api.keys.test) }),
        fetch(`${origin}/checkout/probe`, { headers: { accept: 'text/html' } }),
      ]);
      expect([call.status, await call.json()]).toEqual([503, expect.objectContaining({ code: 'busy' })]);
      expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2']);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    } finally {
      for (const connection of held) connection.release();
    }
  });

  test('a thousand calls under way: no more are taken, and yet the process lives', async () => {
    const waiting = Array.from({ length: 1_000 }, () => api.app.inject('/v1/probe-stuck'));
    await waitFor(async () => (await api.app.inject('/problems')).statusCode === 503);
    expectProblem(await api.app.inject('/v1/probe-stuck'), 'busy');
    expectProblem(await api.app.inject('/readyz'), 'busy');
    expect((await api.app.inject('/healthz')).statusCode).toBe(200);
    unstick();
    expect(new Set((await Promise.all(waiting)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect((await api.app.inject('/readyz')).statusCode).toBe(200);
  });

  test('a database that is away: also where the key must be looked up', async () => {
    const gone = await createTestApi({
      build: { extraRoutes: [...probeRoutes, ...slowRoutes] },
      context: { replace: { log } },
    });
    try {
      await gone.ctx.sql.end();
      for (const url of ['/v1/probe', '/v1/probe-locked', '/readyz']) {
        expectProblem(await gone.app.inject({ url, headers: bearer(gone.keys.test) }), 'busy');
      }
      expect((await gone.app.inject('/healthz')).statusCode).toBe(200);
    } finally {
      await gone.close();
    }
  });
});
