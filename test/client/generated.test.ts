import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROBLEM_CLASSES } from '../../packages/client/src/generated/problems.js';
import { PartnerEvents, VERSION } from '../../packages/client/src/index.js';
import { PROBLEMS } from '../../src/core/problems.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { readOperations } from '../../tools/client/document.js';
import { clientFiles } from '../../tools/client/generate.js';
import { createTestApi, type TestApi } from '../support/api.js';

const PACKAGE = join(projectRoot(), 'packages/client');
const read = (name: string) => readFileSync(join(PACKAGE, name), 'utf8');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const document = async () => (await api.app.inject('/openapi.json')).json();

test('the generated files match the document: `npm run client-types` writes them', async () => {
  const files = clientFiles(await document());
  expect(Object.keys(files)).toEqual(['schemas.ts', 'resources.ts', 'problems.ts']);
  for (const [name, text] of Object.entries(files)) expect(read(`src/generated/${name}`)).toBe(text);
});

/** `events.list` and so on: the methods of an object and of the objects in it. */
function methodsOf(value: object, path: string[] = []): string[] {
  const own = Object.entries(value).flatMap(([name, one]) =>
    typeof one === 'object' && one !== null && name !== 'transport' && name !== 'calls'
      ? methodsOf(one, [...path, name])
      : [],
  );
  const names: string[] = [];
  for (let type = Object.getPrototypeOf(value); type && type !== Object.prototype; type = Object.getPrototypeOf(type)) {
    names.push(...Object.getOwnPropertyNames(type).filter((name) => name !== 'constructor'));
  }
  return [...own, ...[...new Set(names)].map((name) => [...path, name].join('.'))];
}

test('the client has a method for each operation, and otherwise only its documented members', async () => {
  const client = new PartnerEvents({ baseUrl: 'https://api.example.com/v1' });
  const ofDocument = readOperations(await document()).map(({ resource, method }) => `${resource}.${method}`);
  const beside = ['close', 'credentialsOf', 'events.changes', 'orders.changes', 'bulk.download'];
  expect(methodsOf(client).sort()).toEqual([...ofDocument, ...beside].sort());
  expect(ofDocument.length).toBeGreaterThan(20);
});

test('the constant VERSION equals the version of the package', () => {
  expect(JSON.parse(read('package.json')).version).toBe(VERSION);
});

test('every code of the table that a partner can get has a class', async () => {
  const documented = readOperations(await document()).flatMap(({ codes }) => codes);
  for (const code of documented) expect(PROBLEM_CLASSES).toHaveProperty(code);
  for (const code of Object.keys(PROBLEM_CLASSES)) expect(PROBLEMS).toHaveProperty(code);
});
