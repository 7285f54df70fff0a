import { createTestDatabase } from '../support/database.js';
import { createTestEnvironment, createTimeSkippingEnvironment } from '../support/temporal/temporal.js';

describe('the servers of a test run', () => {
  it('gives each caller a migrated database of its own', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    expect(one.url).not.toBe(two.url);
    const applied = await one.sql<{ name: string }[]>`SELECT name FROM schema_migrations ORDER BY name`;
    expect(applied[0]?.name).toBe('0001_platform.sql');
    await Promise.all([one.drop(), two.drop()]);
  });

  it('has a development server with search attributes', async () => {
    const env = await createTestEnvironment();
    const { customAttributes } = await env.connection.operatorService.listSearchAttributes({
      namespace: env.namespace ?? '',
    });
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(['OrderId', 'CompanyId', 'Attempt']));
    await env.teardown();
  });

  it('has a server whose time can be skipped', async () => {
    const env = await createTimeSkippingEnvironment();
    const before = await env.currentTimeMs();
    await env.sleep('3 days');
    expect((await env.currentTimeMs()) - before).toBeGreaterThanOrEqual(3 * 24 * 3_600_000);
    await env.teardown();
  });
});
