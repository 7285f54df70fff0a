import { DASHBOARD_ENDPOINTS } from '../../../api/dashboard/endpoints.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard.js';
import { databasePlaces } from '../../support/sentinel/places.js';

/** Ids of one company's objects, by the first part of the path that names them. */
type Ids = Record<string, string>;

let api: TestApi;
let mine: Browser;
let theirs: Ids;
beforeAll(async () => {
  api = await createTestApi();
  mine = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  theirs = await furnish((await createCompany(api.ctx, { name: 'Beta Ltd' })).id);
});
afterAll(() => api.close());

/** Another company with one of everything. */
async function furnish(companyId: string): Promise<Ids> {
  const owner = await browserOf(api.ctx, api.app, { companyId });
  await browserOf(api.ctx, api.app, { companyId, role: 'viewer', step: false });
  return { sessions: owner.caller.sessionId, passkeys: 'psk_of_nobody', members: owner.memberId };
}

/** Bodies with which each would do something to an object of the caller's own. */
const BODIES: Record<string, object> = {
  'POST /members/:id/role': { role: 'viewer' },
};

const OF_AN_OBJECT = DASHBOARD_ENDPOINTS.filter(({ path }) => path.includes(':'));

const stored = async () => (await databasePlaces(api.ctx.sql)).filter(({ name }) => !name.includes('pg_stat_activity'));

test.each(OF_AN_OBJECT.map(({ method, path }) => [`${method} ${path}`]))(
  '%s knows no object of another company',
  async (name) => {
    const [method, path = ''] = name.split(' ');
    const id = theirs[path.split('/')[1] ?? ''];
    expect([name, id]).toEqual([name, expect.any(String)]);
    const url = path.replace(':id', id ?? '').replace(/:\w+/, 'a'.repeat(64));
    const before = await stored();
    const answer = method === 'GET' ? await mine.get(url) : await mine.post(url, BODIES[name]);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.body).not.toContain('Beta');
    expect(await stored()).toEqual(before);
  },
);

test.each(OF_AN_OBJECT.map(({ method, path }) => [`${method} ${path}`]))(
  '%s takes no part of its path amiss',
  async (name) => {
    const [method, path = ''] = name.split(' ');
    for (const [text, status] of [
      ['a%00b', 400],
      ['%EF%BF%BF', 404],
      ['%2e%2e%2f', 404],
      ['a%0d%0ab', 404],
      ['x'.repeat(200), 400],
    ] as const) {
      const url = path.replace(/:\w+/g, text);
      const answer = method === 'GET' ? await mine.get(url) : await mine.post(url, BODIES[name]);
      const expected = status === 400 ? [400] : [400, 404];
      expect([text, expected.includes(answer.statusCode) || answer.statusCode]).toEqual([text, true]);
    }
  },
);
