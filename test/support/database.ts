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

/** Kept between the databases of a file: a connection costs as much as the copy. It ends by itself. */
let administrator: postgres.Sql | undefined;

async function asAdministrator(url: string, work: (admin: postgres.Sql) => Promise<unknown>): Promise<void> {
  administrator ??= postgres(new URL('/postgres', url).href, { max: 1, idle_timeout: 2, onnotice: () => {} });
  await work(administrator);
}
