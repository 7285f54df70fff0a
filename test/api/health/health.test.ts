import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { checkReadiness } from '../../../src/platform/health/check-readiness.js';
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

  it('503: names the migrations that the database lacks', async () => {
    const [last] = await api.ctx.sql<{ name: string }[]>`
      DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations) RETURNING name, checksum`;
    const answer = await api.app.inject('/readyz');
    await api.ctx.sql`INSERT INTO schema_migrations ${api.ctx.sql({ ...last })}`;
    expect(answer.statusCode).toBe(503);
    expect(answer.json().detail).toBe(
      `The database lacks migrations of this version: ${last?.name}. Run \`partner-events migrate\`.`,
    );
    expect((await api.app.inject('/readyz')).statusCode).toBe(200);
  });

  it('200: is ready on a database that a later version has migrated', async () => {
    await api.ctx.sql`INSERT INTO schema_migrations (name, checksum) VALUES ('9999_later.sql', '')`;
    expect((await api.app.inject('/readyz')).statusCode).toBe(200);
    await api.ctx.sql`DELETE FROM schema_migrations WHERE name = '9999_later.sql'`;
  });

  it("503 before the first reading of the database's clock", async () => {
    const clock = { now: () => api.ctx.clock.now(), skewMs: () => undefined };
    await expect(checkReadiness({ ...api.ctx, clock })).rejects.toThrow('has not been read');
  });

  it.each([31_000, -31_000])('503: says that the clock of its machine is wrong by %d ms', async (skewMs) => {
    const clock = { ...api.ctx.clock, now: () => api.ctx.clock.now(), skewMs: () => skewMs };
    const refused = checkReadiness({ ...api.ctx, clock });
    await expect(refused).rejects.toMatchObject({ code: 'busy', message: expect.stringMatching(/clock.*31\.0 s/) });
  });

  it('200: is ready while its clock is off by less', async () => {
    const ready = checkReadiness({ ...api.ctx, clock: { now: () => api.ctx.clock.now(), skewMs: () => 29_000 } });
    await expect(ready).resolves.not.toThrow();
  });

  it('503: is not ready without the tables it needs, and still alive', async () => {
    await api.ctx.sql`ALTER TABLE schema_migrations RENAME TO elsewhere`;
    const answer = await api.app.inject('/readyz');
    await api.ctx.sql`ALTER TABLE elsewhere RENAME TO schema_migrations`;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ status: 503, code: 'busy' });
    const alive = await api.app.inject('/healthz');
    expect(alive.statusCode).toBe(200);
    const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
    expect(alive.json()).toEqual({ status: 'alive', version, commit: expect.any(String), date: expect.any(String) });
  });
});
