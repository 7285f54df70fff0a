import type { LightMyRequestResponse } from 'fastify';
import { createKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf } from '../../support/dashboard/dashboard.js';
import { expectProblem } from '../../support/problem.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
});
afterAll(() => api.close());
beforeEach(async () => {
  const { id: companyId } = await createCompany(api.ctx, { name: expect.getState().currentTestName ?? '' });
  owner = await browserOf(api.ctx, api.app, { companyId });
});

const atOnce = (times: number, call: (index: number) => Promise<LightMyRequestResponse>) =>
  Promise.all(Array.from({ length: times }, (_, index) => call(index)));
const madeBy = (answers: LightMyRequestResponse[]) => answers.filter(({ statusCode }) => statusCode === 201);
const newKey = () => createKey(api.ctx, { companyId: owner.companyId, kind: 'test' });

test('of sixty endpoints added to a key at once, twenty stay', async () => {
  const { id } = await newKey();
  const answers = await atOnce(60, (i) =>
    owner.post('/endpoints', {
      kind: i % 2 ? 'webhook' : 'postback',
      key_id: id,
      url: `https://127.0.0.1:${i + 1}/`,
    }),
  );
  expect(madeBy(answers)).toHaveLength(20);
  const refused = answers.find(({ statusCode }) => statusCode !== 201) as LightMyRequestResponse;
  expect(expectProblem(refused, 'invalid_request').detail).toContain('has 20 endpoints already');
  expect((await owner.read('/endpoints')).data).toHaveLength(20);
});

test('with sixty keys, sixty more at once leave a company with a hundred that work', async () => {
  for (let i = 0; i < 60; i++) await newKey();
  const answers = await atOnce(60, () => owner.post('/keys', { kind: 'test' }));
  expect(madeBy(answers)).toHaveLength(40);
  await owner.done(`/keys/${madeBy(answers)[0]?.json().id}/revoke`);
  expect((await owner.post('/keys', { kind: 'server' })).statusCode).toBe(201);
  const refused = await owner.post('/keys', { kind: 'server' });
  expect(expectProblem(refused, 'invalid_request').detail).toContain('has 100 keys already. Revoke one first.');
});

test('of 120 OAuth clients created at once, a hundred stay', async () => {
  const { id } = await newKey();
  const answers = await atOnce(120, () => owner.post('/clients', { key_id: id }));
  expect(madeBy(answers)).toHaveLength(100);
  await owner.done(`/clients/${madeBy(answers)[0]?.json().id}/revoke`);
  expect((await owner.post('/clients', { key_id: id })).statusCode).toBe(201);
  expectProblem(await owner.post('/clients', { key_id: id }), 'invalid_request');
});

test('of sixty bulk subscriptions added at once, five stay', async () => {
  expect(madeBy(await atOnce(60, () => owner.post('/bulk-subscriptions', {})))).toHaveLength(5);
});

const statusWith = async (key: string) =>
  (await api.app.inject({ url: '/v1/events', headers: bearer({ key }) })).statusCode;

test.each([0, 24])('of eight who roll a key at once with %i hours, one gets a key, and it works', async (hours) => {
  const { id, key } = await newKey();
  const answers = await atOnce(8, () => owner.post(`/keys/${id}/roll`, { keep_hours: hours }));
  const [made] = madeBy(answers);
  expect(madeBy(answers)).toHaveLength(1);
  for (const one of answers.filter((answer) => answer !== made)) expectProblem(one, 'rotated_already');
  await waitFor(async () => (await statusWith(made?.json().key)) === 200);
  if (hours === 0) await waitFor(async () => (await statusWith(key)) === 401);
});

test('a key that leaked is rolled at once after a roll that kept it, and again after ten seconds', async () => {
  const { id } = await newKey();
  const roll = (hours: number) => owner.post(`/keys/${id}/roll`, { keep_hours: hours });
  expect((await roll(24)).statusCode).toBe(201);
  expectProblem(await roll(24), 'rotated_already');
  expect((await roll(0)).statusCode).toBe(201);
  api.ctx.clock.advance(9_999);
  expectProblem(await roll(0), 'rotated_already');
  api.ctx.clock.advance(1);
  expect((await roll(0)).statusCode).toBe(201);
});

test('of eight who rotate a client at once after a leak, one gets a secret; after a rotation it is ended at once', async () => {
  const { id } = await owner.done('/clients', { key_id: (await newKey()).id });
  const rotate = (body: object) => owner.post(`/clients/${id}/rotate`, body);
  expect((await rotate({})).statusCode).toBe(200);
  const refused = await rotate({});
  expect(expectProblem(refused, 'rotated_already').detail).not.toContain('--');
  expect((await rotate({ again: true })).json()).toMatchObject({ previous_until: expect.any(String) });
  const answers = await atOnce(8, () => rotate({ at_once: true }));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(7).fill(409)]);
});
