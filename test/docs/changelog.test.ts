import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJson, type Json } from '../../api/http/json.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { changesBetween, committedForm, unannounced } from '../../tools/docs/openapi-changes.js';
import { createTestApi, type TestApi } from '../support/api.js';

const read = (name: string) => readFileSync(join(projectRoot(), 'docs', name), 'utf8');
const changelog = read('changelog.md');

let api: TestApi;
let current: Json;
beforeAll(async () => {
  api = await createTestApi();
  current = (await api.app.inject('/openapi.json')).json();
});
afterAll(() => api.close());

/** A copy of the document with another field of Event. */
function withField(document: Json, name: string): Json {
  const copy = structuredClone(document);
  const { schemas } = copy.components as { schemas: { Event: { properties: Json } } };
  schemas.Event.properties[name] = { type: 'string' };
  return copy;
}

test('the OpenAPI document equals the committed one: run `npm run openapi-doc` after a change', () => {
  const before: unknown = JSON.parse(read('openapi.json'));
  if (!isJson(before)) throw new TypeError('docs/openapi.json is no object');
  const { added, removed } = changesBetween(before, current);
  expect({ removed }).toEqual({ removed: [] });
  expect({ missingInChangelog: unannounced(added, changelog) }).toEqual({ missingInChangelog: [] });
  expect({ added }).toEqual({ added: [] });
  expect(committedForm(current, api.ctx.config.origin)).toBe(read('openapi.json'));
});

test('an addition needs an entry, and a removal is noticed', () => {
  const grown = withField(current, 'doors_at');
  expect(changesBetween(current, grown)).toEqual({ added: ['Event.doors_at'], removed: [] });
  expect(unannounced(['Event.doors_at'], changelog)).toEqual(['Event.doors_at']);
  expect(unannounced(['Event.doors_at'], `${changelog}\n- \`Event.doors_at\` says when the doors open.`)).toEqual([]);
  expect(changesBetween(grown, current)).toEqual({ added: [], removed: ['Event.doors_at'] });
});

test('entries have dates, the newest first', () => {
  const dates = [...changelog.matchAll(/^## (.*)$/gm)].map(([, date = '']) => date);
  expect(dates.length).toBeGreaterThan(0);
  for (const date of dates) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(dates).toEqual([...dates].sort().reverse());
});
