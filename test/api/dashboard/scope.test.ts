import { DASHBOARD_OPERATIONS } from '../../../api/dashboard/operations.js';
import { createKey } from '../../../src/access/create-key.js';
import { createClient } from '../../../src/access/oauth-clients.js';
import { addSubscription } from '../../../src/bulk/subscriptions.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { askAboutSales } from '../../../src/orders/inquiries.js';
import { keepRequestDays } from '../../../src/requests/jobs.js';
import { writeRequests } from '../../../src/requests/record-requests.js';
import { findRequestRow } from '../../../src/requests/sql/requests.js';
import { listTestSales, makeTestSale } from '../../../src/sandbox/test-sales.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { addDelivery } from '../../support/data/deliveries.js';
import { loggedRequest } from '../../support/data/requests.js';
import { writtenStatement } from '../../support/data/settle.js';
import { makeCertificate } from '../../support/outside/make-certificate.js';
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

/** Another company with an object of every kind. */
async function furnish(companyId: string): Promise<Ids> {
  const owner = await browserOf(api.ctx, api.app, { companyId });
  await browserOf(api.ctx, api.app, { companyId, role: 'viewer', step: false });
  const { id: keys } = await createKey(api.ctx, { companyId, kind: 'website', domains: ['beta.example'] });
  const { id: clients } = await createClient(api.ctx, { companyId, keyId: keys });
  const { id: endpoints } = await addWebhook(api.ctx, { key: keys, url: 'https://hooks.example/in' });
  const deliveries = await writeDelivery(endpoints);
  const { id: subscription } = await addSubscription(api.ctx, { company: companyId, name: 'Beta' });
  const [inquiry] = await askAboutSales(api.ctx, {
    companyId,
    mode: 'live',
    askedBy: owner.memberId,
    missed: [{ orderId: 'ord_beta' }],
  });
  const sale = await makeSale(companyId);
  return {
    sessions: owner.caller.sessionId,
    passkeys: 'psk_of_nobody',
    members: owner.memberId,
    keys,
    clients,
    endpoints,
    deliveries,
    'bulk-subscriptions': subscription,
    inquiries: inquiry?.id ?? '',
    sandbox: sale,
    sales: sale,
    requests: await writeRequest(companyId, keys),
    settlements: await writtenStatement({ ctx: api.ctx, companyId }),
    // No company owns an event.
    links: 'evt_of_nobody',
    'saved-filters': (await owner.done('/saved-filters', { page: '/earnings', name: 'Beta', filters: {} })).id,
  };
}

/** A delivery that waits for its second attempt. */
const writeDelivery = (endpointId: string) =>
  addDelivery(api.ctx, { endpointId, attempt: 1, lastOutcome: 'timeout', content: Buffer.from('Beta') });

/** A test sale of theirs. */
async function makeSale(companyId: string): Promise<string> {
  await refreshSamples(api.ctx);
  await createKey(api.ctx, { companyId, kind: 'test' });
  await makeTestSale(api.ctx, { companyId });
  const [sale] = await listTestSales(api.ctx, { companyId });
  return String(sale?.saleId);
}

/** A call that they made just now. */
async function writeRequest(companyId: string, keyId: string): Promise<string> {
  const { sql, memory, clock } = api.ctx;
  await keepRequestDays(api.ctx);
  const id = memory.newRequestId();
  const at = clock.now();
  await writeRequests(sql, [loggedRequest({ id, at, companyId, keyId, route: '/Beta' })]);
  expect(await findRequestRow(sql, companyId, id, at)).not.toBeNull();
  return id;
}

/** Bodies with which each would do something to an object of the caller's own. */
const BODIES: Record<string, object> = {
  'POST /members/:id/role': { role: 'viewer' },
  'POST /members/:id/mails': { mails: [] },
  'POST /inquiries/:id/again': { note: 'why' },
  'POST /keys/:id/name': { name: 'mine' },
  'POST /keys/:id/domains': { domains: ['shop.example'] },
  'POST /keys/:id/roll': { keep_hours: 0 },
  'POST /keys/:id/networks': { networks: ['192.0.2.1'] },
  'POST /keys/:id/certificates': { pem: makeCertificate().pem },
  'POST /clients/:id/rotate': { at_once: true },
  'POST /endpoints/:id/rotate': {},
  'POST /endpoints/:id/types': { events: ['order.changed'] },
  'POST /endpoints/:id/header': { header: { name: 'X-Token', value: 'sesame' } },
  'POST /endpoints/:id/replay': { since: '2026-01-01T00:00:00Z' },
};

/** Queries without which they would be refused for something else. */
const QUERIES: Record<string, Record<string, string>> = {
  'GET /endpoints/:id/replay': { since: '2026-01-01T00:00:00Z' },
};

/** Calls that name an object elsewhere than in their path. */
const ELSEWHERE: [string, (of: Ids) => object][] = [
  ['POST /clients', ({ keys }) => ({ key_id: keys })],
  ['POST /endpoints', ({ keys }) => ({ kind: 'webhook', key_id: keys, url: 'https://hooks.example/mine' })],
  ['POST /endpoints/check', ({ keys }) => ({ kind: 'webhook', key_id: keys, url: 'https://hooks.example/mine' })],
  ['GET /use', ({ keys }) => ({ key_id: keys })],
  ['GET /links', ({ keys }) => ({ mode: 'live', key_id: keys })],
];

const OF_AN_OBJECT = DASHBOARD_OPERATIONS.filter(({ path }) => path.includes(':'));

const stored = async () => (await databasePlaces(api.ctx.sql)).filter(({ name }) => !name.includes('pg_stat_activity'));

test.each(OF_AN_OBJECT.map(({ method, path }) => [`${method} ${path}`]))(
  '%s knows no object of another company',
  async (name) => {
    const [method, path = ''] = name.split(' ');
    const id = theirs[path.split('/')[1] ?? ''];
    expect([name, id]).toEqual([name, expect.any(String)]);
    const url = path.replace(':id', id ?? '').replace(/:\w+/, 'a'.repeat(64));
    const before = await stored();
    const answer = method === 'GET' ? await mine.get(url, QUERIES[name]) : await mine.post(url, BODIES[name]);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
    expect(answer.body).not.toContain('Beta');
    expect(await stored()).toEqual(before);
  },
);

test.each(ELSEWHERE)('%s knows no object of another company', async (name, fieldsOf) => {
  const [method, path = ''] = name.split(' ');
  const before = await stored();
  const fields = fieldsOf(theirs);
  const answer =
    method === 'GET' ? await mine.get(path, fields as Record<string, string>) : await mine.post(path, fields);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found']);
  expect(await stored()).toEqual(before);
});

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
