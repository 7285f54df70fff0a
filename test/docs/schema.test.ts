import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { capabilities, schemaDocument, targetOf } from '../../tools/docs/schema.js';
import { readSchema, type SchemaTable } from '../../tools/docs/schema-catalog.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
let tables: SchemaTable[];
beforeAll(async () => {
  database = await createTestDatabase();
  tables = await readSchema(database.sql);
});
afterAll(() => database.drop());

test('docs/schema.md lists the tables that the migrations make: `npm run schema-doc` writes it', async () => {
  const file = readFileSync(join(projectRoot(), 'docs/schema.md'), 'utf8');
  expect(file).toBe(await schemaDocument(database.sql));
});

test('every table has a comment', () => {
  expect(tables.filter(({ comment }) => !comment).map(({ name }) => name)).toEqual([]);
});

test("every table is listed, except the migrations' own", () => {
  const listed = [...capabilities().values()].flat();
  expect([...listed, 'schema_migrations'].sort()).toEqual(tables.map(({ name }) => name).sort());
});

test('every reference is to a table that exists', () => {
  const names = tables.map(({ name }) => name);
  const targets = tables.flatMap(({ columns }) => columns.flatMap((column) => targetOf(column) ?? []));
  expect(targets.filter((target) => !names.includes(target))).toEqual([]);
  expect(targets.length).toBeGreaterThan(50);
});
