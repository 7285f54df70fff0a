import { createTestApi, type TestApi } from '../../support/api.js';

describe('health', () => {
  let api: TestApi;

  beforeAll(async () => {
    api = await createTestApi();
  });

  afterAll(() => api.close());

  it('200: is ready while its database answers', async () => {
    const answer = await api.app.inject('/readyz');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: 'ready' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('503: is not ready without the tables it needs, and still alive', async () => {
    await api.ctx.sql`ALTER TABLE schema_migrations RENAME TO elsewhere`;
    const answer = await api.app.inject('/readyz');
    await api.ctx.sql`ALTER TABLE elsewhere RENAME TO schema_migrations`;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ status: 503, code: 'busy' });
    expect((await api.app.inject('/healthz')).statusCode).toBe(200);
  });
});
