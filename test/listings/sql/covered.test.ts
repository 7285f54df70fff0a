import { covers, type Scope } from '../../../src/core/coverage.js';
import type { Agreement } from '../../../src/core/viewer.js';
import { coveredBy, coveredText, scopeOfRow } from '../../../src/listings/sql/event-expressions.js';
import { fragment } from '../../../src/platform/database/fragment.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const LISTS = [null, [], ['DE'], ['DE', 'FR']];
const NAMES = [null, 'DE', 'FR', 'PT'];
const FLAGS = [false, true];
const AGREEMENTS: Agreement[] = LISTS.flatMap((countries) =>
  LISTS.flatMap((categories) => FLAGS.map((payingOnly) => ({ countries, categories, payingOnly }))),
);
const SCOPES: Scope[] = NAMES.flatMap((country) =>
  NAMES.flatMap((category) => FLAGS.map((paying) => ({ country, category, paying }))),
);

/** One row each scope, in its order. */
const SCOPE_ROWS = `jsonb_to_recordset('${JSON.stringify(SCOPES.map((scope, n) => ({ ...scope, n })))}')
  AS s(n int, country text, category text, paying boolean)`;

it('is the same in SQL and in TypeScript, for an agreement whose values are parameters', async () => {
  const { sql } = database;
  for (const agreement of AGREEMENTS) {
    const rows = await sql<{ covered: boolean }[]>`
      SELECT ${coveredBy(sql, agreement, scopeOfRow('s'))} AS covered FROM ${sql.unsafe(SCOPE_ROWS)} ORDER BY n`;
    expect(rows.map((row) => row.covered)).toEqual(SCOPES.map((scope) => covers(agreement, scope)));
  }
});

it('and for one in a row, where a company without an agreement sees everything', async () => {
  const { sql } = database;
  const columns = {
    countries: fragment`a.countries`,
    categories: fragment`a.categories`,
    payingOnly: fragment`a.paying_only`,
  };
  const lists = AGREEMENTS.map(({ payingOnly, ...rest }, a) => ({ ...rest, a, paying_only: payingOnly }));
  const rows = await sql<{ a: number; n: number; covered: boolean }[]>`
    SELECT a.a, s.n, ${coveredText(columns, scopeOfRow('s'))} AS covered
    FROM jsonb_to_recordset(${JSON.stringify(lists)}::text::jsonb)
      AS a(a int, countries text[], categories text[], paying_only boolean), ${sql.unsafe(SCOPE_ROWS)}`;
  expect(rows).toHaveLength(AGREEMENTS.length * SCOPES.length);
  const differing = rows.filter((row) => {
    const [agreement, scope] = [AGREEMENTS[row.a], SCOPES[row.n]];
    return !agreement || !scope || covers(agreement, scope) !== row.covered;
  });
  expect(differing).toEqual([]);
  const [none] = await sql<{ covered: boolean }[]>`
    SELECT bool_and(${coveredText(columns, scopeOfRow('s'))}) AS covered
    FROM ${sql.unsafe(SCOPE_ROWS)} LEFT JOIN agreements a ON false`;
  expect(none).toEqual({ covered: true });
});
