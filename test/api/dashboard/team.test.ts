import { DASHBOARD_OPERATIONS } from '../../../api/dashboard/operations.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { suspendCompany } from '../../../src/companies/suspend-company.js';
import { signInAs } from '../../../src/members/operator-visits.js';
import { ACTIONS } from '../../../src/members/rules/roles.js';
import { deleteExpiredSignIns } from '../../../src/members/sessions.js';
import { openSession } from '../../../src/members/sign-in.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { type Browser, browserOf, browserWith } from '../../support/dashboard/dashboard.js';

let api: TestApi;
let owner: Browser;
beforeAll(async () => {
  api = await createTestApi();
});
// Their second step counts for a quarter of an hour.
beforeEach(async () => {
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
});
afterAll(() => api.close());

const anna = () => ({ ...api.ctx, actor: 'anna' });
const tokenIn = (url: string) => url.split('#')[1] ?? '';

async function visit(): Promise<Browser> {
  const { url } = await signInAs(anna(), { companyId: api.companyId, reason: 'You asked why a key fails' });
  const opened = await openSession(api.ctx, { token: tokenIn(url), ip: '192.0.2.9', agent: 'Browser' });
  return browserWith(api.app, { token: opened?.token ?? '' } as Browser);
}

describe('an operator who signs in as a company', () => {
  test('reads everything and changes nothing', async () => {
    const operator = await visit();
    expect(await operator.read('/session')).toMatchObject({
      member: { email: 'anna (Partner Events)', role: 'operator' },
      company: { id: api.companyId },
      reason: 'You asked why a key fails',
      second_step: { owed: false, fresh_until: null },
      rights: { 'keys.read': 'allowed', 'earnings.read': 'allowed', 'keys.change': 'role', 'webhooks.secret': 'role' },
    });
    for (const { method, path, may } of DASHBOARD_OPERATIONS) {
      if (may === 'anybody' || may === 'session') continue;
      const url = path.replace(/:\w+/g, 'none_0');
      const answer = method === 'GET' ? await operator.get(url) : await operator.post(url, { nothing: 'of this' });
      const reads = may in ACTIONS && may.endsWith('.read');
      expect([path, answer.statusCode === 403 ? answer.json().code : 'allowed']).toEqual([
        path,
        reads ? 'allowed' : 'role_not_allowed',
      ]);
    }
  });

  test('opens the link once, within 15 minutes, for an hour, and ends it', async () => {
    const { url } = await signInAs(anna(), { companyId: api.companyId, reason: 'once' });
    const open = () => openSession(api.ctx, { token: tokenIn(url), ip: '192.0.2.9', agent: 'Browser' });
    const both = await Promise.all([open(), open()]);
    expect(both.filter((answer) => answer !== null)).toHaveLength(1);
    const late = await signInAs(anna(), { companyId: api.companyId, reason: 'late' });
    api.ctx.clock.advance(15 * 60_000);
    expect(await openSession(api.ctx, { token: tokenIn(late.url), ip: '192.0.2.9', agent: '' })).toBeNull();
    const operator = browserWith(api.app, { token: both.find((answer) => answer !== null)?.token ?? '' } as Browser);
    api.ctx.clock.advance(44 * 60_000);
    expect((await operator.get('/session')).statusCode).toBe(200);
    api.ctx.clock.advance(60_000);
    expect((await operator.get('/session')).statusCode).toBe(401);
    const again = await visit();
    await again.done('/session/sign-out');
    expect((await again.get('/session')).statusCode).toBe(401);
    await deleteExpiredSignIns(api.ctx);
    expect(await api.ctx.sql`SELECT FROM operator_visits`).toHaveLength(0);
  });

  test('needs a reason, and sees a suspended company too', async () => {
    await expect(signInAs(anna(), { companyId: api.companyId, reason: ' ' })).rejects.toMatchObject({
      errors: [{ field: 'reason' }],
    });
    const { id } = await createCompany(api.ctx, { name: 'Suspended Ltd' });
    await suspendCompany(api.ctx, id);
    const { url } = await signInAs(anna(), { companyId: id, reason: 'why it is suspended' });
    expect(await openSession(api.ctx, { token: tokenIn(url), ip: '192.0.2.9', agent: 'Browser' })).not.toBeNull();
  });
});

describe('the audit log', () => {
  test('says who did what, from where, by members and operators, page by page', async () => {
    const operator = await visit();
    await operator.done('/session/sign-out');
    const guest = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'viewer' });
    await owner.done(`/members/${guest.memberId}/remove`);
    const { data } = await owner.read('/audit');
    expect(data.slice(0, 2)).toMatchObject([
      { action: 'member.remove', object_id: guest.memberId, by: { type: 'member' }, address: '127.0.0.1' },
      { action: 'member.totp_add', by: { type: 'former_member' } },
    ]);
    const visits = (await owner.read('/audit', { kind: 'operator' })).data;
    expect(visits.slice(0, 3)).toMatchObject([
      { action: 'operator.sign_out', by: { type: 'operator', name: 'anna' } },
      { action: 'operator.sign_in', by: { type: 'operator', name: 'anna' } },
      { action: 'operator.sign_in_as', details: { reason: 'You asked why a key fails' } },
    ]);
    const own = await owner.read('/audit', { by: owner.memberId, limit: '2' });
    expect(own.data).toHaveLength(2);
    const rest = await owner.read('/audit', { cursor: own.next });
    expect(rest.data.length).toBeGreaterThan(0);
    const seen = [...own.data, ...rest.data];
    expect(new Set(seen.map(({ by }: { by: { name: string } }) => by.name)).size).toBe(1);
    expect(new Set(seen.map(({ id }: { id: string }) => id)).size).toBe(seen.length);
  });

  test('is the company’s own', async () => {
    const { id } = await createCompany(api.ctx, { name: 'Other Ltd' });
    const other = await browserOf(api.ctx, api.app, { companyId: id });
    const { data } = await other.read('/audit', { by: owner.memberId });
    expect(data).toEqual([]);
    const { next } = await owner.read('/audit', { limit: '1' });
    expect((await other.get('/audit', { cursor: next })).json().code).toBe('invalid_cursor');
  });
});

describe('members', () => {
  test('choose their mails, among the mails of their role', async () => {
    const finance = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance', step: false });
    const own = (await finance.read('/members')).data.find(({ you }: { you: boolean }) => you);
    expect(own).toMatchObject({ mails: ['statements'], may_get: ['statements'] });
    expect(await finance.done('/mails', { mails: [] })).toMatchObject({ mails: [] });
    expect((await finance.post('/mails', { mails: ['endpoints'] })).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ field: 'mails' }],
    });
    expect(await owner.done(`/members/${finance.memberId}/mails`, { mails: ['statements'] })).toMatchObject({
      mails: ['statements'],
    });
    // What another role does not see, it does not get.
    await owner.done(`/members/${finance.memberId}/role`, { role: 'developer' });
    expect((await finance.read('/members')).data.find(({ you }: { you: boolean }) => you)).toMatchObject({ mails: [] });
  });

  test('are signed out everywhere by an owner, of their own company alone', async () => {
    const viewer = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'viewer', step: false });
    const { id } = await createCompany(api.ctx, { name: 'Third Ltd' });
    const stranger = await browserOf(api.ctx, api.app, { companyId: id });
    expect((await stranger.post(`/members/${viewer.memberId}/sign-out`)).statusCode).toBe(404);
    expect((await viewer.get('/session')).statusCode).toBe(200);
    expect(await owner.done(`/members/${viewer.memberId}/sign-out`)).toEqual({ ended: 1 });
    expect((await viewer.get('/session')).statusCode).toBe(401);
  });
});
