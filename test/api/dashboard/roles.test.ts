import { DASHBOARD_OPERATIONS } from '../../../api/dashboard/operations.js';
import {
  ACTIONS,
  type Action,
  mayDo,
  needsSecondStepAgain,
  ROLES,
  type Role,
} from '../../../src/members/rules/roles.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { AGREED_OPERATIONS } from '../../support/dashboard/dashboard-table.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const names = DASHBOARD_OPERATIONS.map(({ method, path }) => `${method} ${path}`);
const isAction = (may: string): may is Action => may in ACTIONS;

test('every endpoint is agreed, and opens to whom it was agreed', () => {
  const mounted = DASHBOARD_OPERATIONS.map(({ method, path, may }) => [`${method} ${path}`, may]);
  expect(Object.fromEntries(mounted)).toEqual(AGREED_OPERATIONS);
  expect(new Set(names).size).toBe(names.length);
});

let browsers = 0;

/** From an address of its own: all calls of this file are more than one address may make in a minute. */
async function openBrowser(role: Role, step = true): Promise<Browser> {
  const browser = await browserOf(api.ctx, api.app, { companyId: api.companyId, role, step });
  browsers += 1;
  return Object.assign(browser, { remoteAddress: `192.0.2.${browsers}` });
}

/** Asks for an object that is nowhere, with a body that no endpoint takes: what may be done is refused for that alone. */
async function ask(browser: Browser, name: string): Promise<string> {
  const [method, path = ''] = name.split(' ');
  const url = path.replace(/:\w+/g, 'none_0');
  const answer = method === 'GET' ? await browser.get(url) : await browser.post(url, { nothing: 'of this' });
  if (answer.statusCode < 300 || answer.statusCode === 400 || answer.statusCode === 404) return 'allowed';
  return answer.json().code;
}

const of_action = Object.entries(AGREED_OPERATIONS).filter(([, may]) => isAction(may)) as [string, Action][];

describe.each(ROLES)('%s', (role) => {
  test('without a second step', async () => {
    const browser = await openBrowser(role, false);
    for (const [name, action] of of_action) {
      const open = needsSecondStepAgain(action) ? 'second_step_missing' : 'allowed';
      expect([name, await ask(browser, name)]).toEqual([name, mayDo(role, action) ? open : 'role_not_allowed']);
    }
  });

  test('with one just taken, taken long ago, and owed', async () => {
    const browser = await openBrowser(role);
    for (const [name, action] of of_action) {
      expect([name, await ask(browser, name)]).toEqual([name, mayDo(role, action) ? 'allowed' : 'role_not_allowed']);
    }
    api.ctx.clock.advance(15 * 60_000);
    for (const [name, action] of of_action) {
      const open = needsSecondStepAgain(action) ? 'second_step_again' : 'allowed';
      expect([name, await ask(browser, name)]).toEqual([name, mayDo(role, action) ? open : 'role_not_allowed']);
    }
    await api.ctx.sql`UPDATE member_sessions SET second_step_at = NULL WHERE id = ${browser.caller.sessionId}`;
    for (const [name] of of_action) expect([name, await ask(browser, name)]).toEqual([name, 'second_step_owed']);
  });
});

test('without a session the answer only says that one is needed', async () => {
  for (const [name, may] of Object.entries(AGREED_OPERATIONS)) {
    if (may === 'anybody') continue;
    const [method, path = ''] = name.split(' ');
    const answer = await api.app.inject({
      method: method as 'GET',
      url: `/dashboard/api${path.replace(/:\w+/g, 'none_0')}`,
      headers: { 'sec-fetch-site': 'same-origin', cookie: 'partner_events_session=tt_ss_unknown' },
    });
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 401, 'session_required']);
  }
});

test("the document has every endpoint, and the partners' document has none", async () => {
  const document = (await api.app.inject('/dashboard/api/openapi.json')).json();
  const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(documented.map((operation) => operation.replace('/dashboard/api', '')).sort()).toEqual([...names].sort());
  expect(document.openapi).toBe('3.1.0');
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods as object))) {
    expect(Object.keys(operation.responses['4XX'].content)).toEqual(['application/problem+json']);
  }
  const partners = (await api.app.inject('/openapi.json')).body;
  expect(partners).not.toMatch(/dashboard\/api|second_step|session_required/);
});

test('OPTIONS lists the methods of the path itself, and not of another that it happens to match', async () => {
  for (const path of new Set(names.map((name) => name.split(' ')[1] ?? ''))) {
    const taken = names.filter((name) => name.endsWith(` ${path}`)).map((name) => name.split(' ')[0] ?? '');
    const url = `/dashboard/api${path.replace(/:\w+/g, 'none_0')}`;
    const { headers } = await api.app.inject({ method: 'OPTIONS', url });
    const allowed = String(headers.allow).split(', ');
    expect([path, ...allowed.sort()]).toEqual([
      path,
      ...[...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort(),
    ]);
  }
});
