import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { connectDatabase, type Sql } from '../../src/platform/database/database.js';
import { setUp, TEMPLATE_DATABASE } from './environment.js';

export interface TestDatabase {
  sql: Sql;
  url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own, empty of rows. Call `drop` in `afterAll`. */
export async function createTestDatabase(options: { pool?: number } = {}): Promise<TestDatabase> {
  const template = setUp('TEST_DATABASE_URL');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(`/${name}`, template).href;
  await asAdministrator(
    template,
    (admin) => admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(TEMPLATE_DATABASE)} STRATEGY FILE_COPY`,
  );
  const sql = connectDatabase({ url, pool: options.pool ?? 10, statementTimeoutMs: 20_000, name: 'test' });
  return {
    sql,
    url,
    async drop() {
      await sql.end({ timeout: 5 });
      await asAdministrator(template, (admin) => admin`DROP DATABASE IF EXISTS ${admin(name)} WITH (FORCE)`);
    },
  };
}

async function asAdministrator(url: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  const admin = postgres(new URL('/postgres', url).href, { max: 1, onnotice: () => {} });
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
