import postgres from 'postgres';
import type { Queryable } from '../../../src/platform/database/database.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase({ pool: 1 });
});

afterAll(() => database?.drop());

test('a column comes back in camelCase, with any kind of query; JSON in it is not changed', async () => {
  const { sql } = database;
  const row = { startsAt: 1, keyHash: { not_after: [{ at_most: 2 }] } };
  const ask = (on: Queryable) => on`SELECT ${1}::int AS starts_at, ${sql.json(row.keyHash)}::jsonb AS key_hash`;
  const text = `SELECT 1 AS starts_at, '{"not_after":[{"at_most":2}]}'::jsonb AS key_hash`;
  // The second time as the prepared statement that it has become.
  for (const _ of ['first', 'second']) {
    expect(await ask(sql)).toEqual([row]);
    expect(await sql.unsafe(text, [], { prepare: true })).toEqual([row]);
  }
  expect(await sql.unsafe(text)).toEqual([row]);
  expect(await sql.begin((tx) => ask(tx))).toEqual([row]);
  const walked: unknown[] = [];
  for await (const rows of ask(sql).cursor(1)) walked.push(...rows);
  expect(walked).toEqual([row]);
  expect(await ask(sql).values()).toEqual([[1, row.keyHash]]);
  expect((await ask(sql).raw()).map((values) => values.map(String))).toEqual([
    ['1', '{"not_after": [{"at_most": 2}]}'],
  ]);
});

test('names of a written row become names of columns; its values are not changed', async () => {
  const { sql } = database;
  await sql`CREATE TEMPORARY TABLE written (starts_at int, capital_due jsonb)`;
  const capitalDue = { notAfter: 2 };
  const inserted = await sql`INSERT INTO written ${sql({ startsAt: 1, capitalDue: sql.json(capitalDue) })} RETURNING *`;
  expect(inserted).toEqual([{ startsAt: 1, capitalDue }]);
  expect(await sql`UPDATE written SET ${sql({ startsAt: 3 })} RETURNING starts_at`).toEqual([{ startsAt: 3 }]);
});

test('no two columns of a table come back under one name, and each leads back to its column', async () => {
  const columns = await database.sql<{ column: string }[]>`
    SELECT column_name AS column FROM information_schema.columns WHERE table_schema = 'public'`;
  expect(columns.length).toBeGreaterThan(200);
  for (const { column } of columns) {
    expect(column).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(postgres.fromCamel(postgres.toCamel(column))).toBe(column);
  }
});
