import { changeRole, inviteMember, removeMember } from '../../src/members/members.js';
import { deleteExpiredSignIns } from '../../src/members/sessions.js';
import { advancePayment } from '../../src/settlements/advance-payment.js';
import { makeBankFiles } from '../../src/settlements/bank-files.js';
import { companyStatements } from '../../src/settlements/company-statements.js';
import { summarizeEarnings } from '../../src/settlements/earnings-summary.js';
import { confirmPayoutAccount, setPayoutAccount } from '../../src/settlements/payout-account.js';
import { setBilling } from '../../src/settlements/set-billing.js';
import { setTerms } from '../../src/settlements/set-terms.js';
import { showStatement } from '../../src/settlements/statements.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { type Browser, browserOf } from '../support/dashboard/dashboard.js';
import { queuedMails } from '../support/dashboard/members.js';
import { closeMonth, seedLine, statementsOf } from '../support/data/settle.js';

const HOUR = 3_600_000;
const IBAN = 'DE75 5121 0800 1245 1261 99';
const OTHER = 'NL91ABNA0417164300';
const BY = { requestedBy: 'finance', reason: 'month end' };

let api: TestApi;
let owner: Browser;
beforeEach(async () => {
  api = await createTestApi({
    context: {
      now: '2026-11-01T00:00:00.000Z',
      env: { PAYMENTS: 'none', BANK_ACCOUNTS: 'EUR=DE89370400440532013000:COBADEFFXXX' },
    },
  });
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
});
afterEach(() => api.close());

const account = (iban = IBAN) => ({ holder: 'Łódź Tickets GmbH', iban });
const address = { street: 'ul. Piotrkowska 1', postal_code: '90-001', town: 'Łódź', country: 'PL' };
const make = () => makeBankFiles(api.ctx, { month: '2026-10', ...BY });

/** A statement of the company over 60 EUR, due now. */
async function issue(): Promise<string> {
  const { ctx, companyId } = api;
  const terms = { netDays: 0, minimum: 50, reference: 'PO-7' };
  await setTerms(ctx, { company: companyId, method: 'bank_transfer', ...terms });
  await seedLine(ctx, { companyId } as never, 6_000, '2026-10-03T00:00:00Z');
  await closeMonth(ctx, '2026-10');
  return (await statementsOf(ctx, companyId))[0]?.id ?? '';
}

test('a new account is paid after 72 hours; payments due before that wait, with the reason', async () => {
  const id = await issue();
  expect(await owner.read('/company')).toMatchObject({ missing: true, bank_account: null });
  const { pays_from: paysFrom } = await owner.done('/company/bank-account', account());
  expect(paysFrom).toBe('2026-11-04T00:00:00.000Z');
  expect(await owner.read('/company')).toMatchObject({
    missing: false,
    bank_account: { holder: 'Lodz Tickets GmbH', iban_end: '6199', pays_from: paysFrom },
  });
  api.ctx.clock.advance(72 * HOUR - 1);
  expect((await make()).leftOut).toEqual([
    expect.objectContaining({ settlementId: id, why: expect.stringContaining('new, and paid from 2026-11-04') }),
  ]);
  const shown = async () => (await showStatement(api.ctx, id, { lines: 1 })).statement;
  expect(await shown()).toMatchObject({ waitsFor: 'new_account', payFrom: new Date(paysFrom) });
  const overview = await summarizeEarnings(api.ctx, { companyId: api.companyId, mode: 'live', span: '30d' });
  expect(overview.payments).toMatchObject([{ on: '2026-11-04', state: 'planned', account: '6199' }]);
  const {
    statements: [waiting],
  } = await companyStatements(api.ctx, { companyId: api.companyId, limit: 1 });
  expect(waiting?.explanation).toBe(
    'It was due on 1 Nov 2026. Your payout account is new. We make no payments to a new account for 72 hours, so we pay this from 4 Nov 2026 at 00:00 UTC.',
  );
  api.ctx.clock.advance(1);
  expect(await shown()).toMatchObject({ waitsFor: null });
  const { files } = await make();
  expect(files[0]?.content).toContain('DE75512108001245126199');
});

test('the same IBAN with another holder waits no longer, another IBAN does anew, and the old one gets nothing', async () => {
  await issue();
  await owner.done('/company/bank-account', account());
  api.ctx.clock.advance(73 * HOUR);
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  await owner.done('/company/bank-account', { ...account(), holder: 'Lodz Tickets Ltd' });
  expect((await make()).leftOut).toEqual([]);
  await owner.done('/company/bank-account', account(OTHER));
  await seedLine(api.ctx, { companyId: api.companyId } as never, 7_000, '2026-11-03T00:00:00Z');
  api.ctx.clock.set('2026-12-01T00:00:00Z');
  owner = await browserOf(api.ctx, api.app, { companyId: api.companyId });
  await owner.done('/company/bank-account', account(IBAN));
  await closeMonth(api.ctx, '2026-11');
  const november = () => makeBankFiles(api.ctx, { month: '2026-11', ...BY });
  expect(await november()).toMatchObject({ files: [], leftOut: [{ amount: { minor: 7_000 } }] });
  await confirmPayoutAccount(api.ctx, { company: api.companyId, reason: 'Ada said so on the phone' });
  expect(await november()).toMatchObject({ files: [{ sumMinor: 7_000 }], leftOut: [] });
  await expect(confirmPayoutAccount(api.ctx, { company: api.companyId, reason: 'again' })).rejects.toThrow('waits');
});

test('every owner gets a mail, with any choice of mails, other members do not, and the audit log has no number', async () => {
  const { ctx, companyId } = api;
  for (const role of ['owner', 'finance', 'developer'] as const)
    await inviteMember(ctx, { companyId, email: `${role}@example.org`, role });
  await ctx.sql`UPDATE members SET mails = '{}'`;
  await ctx.sql`DELETE FROM mails`;
  await owner.done('/company/bank-account', account());
  const mails = await queuedMails(ctx);
  expect(mails.map(({ to }) => to).sort()).toEqual([expect.stringMatching(/^member/), 'owner@example.org']);
  expect(mails[0]).toMatchObject({
    subject: 'Your payout account has changed',
    text: expect.stringMatching(/IBAN ending in 6199[\s\S]*4 November 2026/),
  });
  expect(JSON.stringify(mails)).not.toContain('1245');
  const log = (await owner.read('/audit')).data[0];
  expect(log).toMatchObject({
    action: 'payout_account.set',
    by: { type: 'member' },
    details: { ibanEnd: '6199', pays_from: '2026-11-04T00:00:00.000Z' },
  });
  expect(JSON.stringify(log)).not.toContain('1245');
  const [row] = await ctx.sql<{ iban: Buffer }[]>`SELECT iban FROM payout_accounts`;
  expect(row?.iban.toString('latin1')).not.toContain('DE75');
});

test('every owner of the last 72 hours gets a mail too, once, also after leaving', async () => {
  const { ctx, companyId } = api;
  const add = async (name: string) =>
    (await inviteMember(ctx, { companyId, email: `${name}@former.example`, role: 'owner' })).id;
  const [earlier, removed, demoted, back] = [
    await add('earlier'),
    await add('removed'),
    await add('demoted'),
    await add('back'),
  ];
  await removeMember(ctx, { companyId, memberId: earlier });
  ctx.clock.advance(72 * HOUR);
  owner = await browserOf(ctx, api.app, { companyId });
  for (const role of ['viewer', 'owner'] as const) await changeRole(ctx, { companyId, memberId: back, role });
  await changeRole(ctx, { companyId, memberId: demoted, role: 'finance' });
  await removeMember(ctx, { companyId, memberId: demoted });
  await removeMember(ctx, { companyId, memberId: removed });
  await ctx.sql`DELETE FROM mails`;
  await owner.done('/company/bank-account', account());
  const mails = await queuedMails(ctx);
  const to = mails.map((mail) => mail.to).filter((address) => address.endsWith('@former.example'));
  expect(to.sort()).toEqual(['back@former.example', 'demoted@former.example', 'removed@former.example']);
  const formerOwnersMail = mails.find((mail) => mail.to === 'removed@former.example');
  expect(formerOwnersMail?.text).toContain('IBAN ending in 6199');
  expect(formerOwnersMail?.text).toContain('you were an owner of the company until a short while ago');
  // The page is closed to them.
  expect(formerOwnersMail?.text).not.toContain('/dashboard');
  await deleteExpiredSignIns(ctx);
  const kept = async () => (await ctx.sql`SELECT FROM former_owners`).length;
  expect(await kept()).toBe(3);
  ctx.clock.advance(72 * HOUR);
  await deleteExpiredSignIns(ctx);
  expect(await kept()).toBe(0);
});

test('an owner who was away for a while gets one mail, in any spelling of their address', async () => {
  const { ctx, companyId } = api;
  const { id: memberId } = await inviteMember(ctx, { companyId, email: 'ida@münchen.example', role: 'owner' });
  for (const role of ['viewer', 'owner'] as const) await changeRole(ctx, { companyId, memberId, role });
  // As addresses were stored before their domains were.
  await ctx.sql`UPDATE former_owners SET email = 'Ida@München.example'`;
  await ctx.sql`DELETE FROM mails`;
  await owner.done('/company/bank-account', account());
  expect((await queuedMails(ctx)).filter(({ to }) => /^ida@/i.test(to))).toHaveLength(1);
});

test("an operator's account is paid at once, and the owner sees it", async () => {
  await issue();
  await owner.done('/company/bank-account', account());
  const plain = { bic: null, town: null, country: null };
  await setPayoutAccount(api.ctx, { company: api.companyId, ...account(OTHER), ...plain });
  expect(await owner.read('/company')).toMatchObject({ bank_account: { iban_end: '4300', pays_from: null } });
  expect((await make()).leftOut).toEqual([]);
});

test('a payment that we send ourselves waits for a new account too, and a confirmation lets it go on', async () => {
  const simulated = await createTestApi({ context: { now: '2026-11-01T00:00:00.000Z' } });
  const own = await browserOf(simulated.ctx, simulated.app, { companyId: simulated.companyId });
  const kept = api;
  api = simulated;
  const id = await issue();
  await own.done('/company/bank-account', account());
  const step = await advancePayment(simulated.ctx, id);
  expect(step).toEqual({ status: 'issued', waitMs: 72 * HOUR, waitsFor: 'new_account' });
  expect((await own.read(`/settlements/${id}`)).explanation).toContain('pay this from 4 Nov 2026 at 00:00 UTC');
  await confirmPayoutAccount(simulated.ctx, { company: simulated.companyId, reason: 'on the phone' });
  expect(await advancePayment(simulated.ctx, id)).toMatchObject({ status: 'paid' });
  api = kept;
  await simulated.close();
});

test('statements print the address in its parts, and bank files name its town', async () => {
  const { ctx, companyId } = api;
  const billing = { legal_name: 'Łódź Tickets Sp. z o.o.', ...address, tax_ids: ['PL7250003310', 'DE123456789'] };
  await owner.done('/company/billing', billing);
  const id = await issue();
  expect((await owner.read('/company')).billing).toMatchObject({
    lines: ['ul. Piotrkowska 1', '90-001 Łódź', 'Poland'],
    address: { ...address, region: null, street_more: null },
    tax_ids: ['PL7250003310', 'DE123456789'],
  });
  expect((await owner.read(`/settlements/${id}`)).recipient).toEqual({
    name: 'Łódź Tickets Sp. z o.o.',
    address: ['ul. Piotrkowska 1', '90-001 Łódź', 'Poland'],
    tax_id: 'PL7250003310, DE123456789',
  });
  await setPayoutAccount(ctx, { company: companyId, ...account(), bic: null, town: null, country: null });
  expect((await make()).files[0]?.content).toMatch(/<TwnNm>Lodz<\/TwnNm>\s*<Ctry>PL<\/Ctry>/);
  await setBilling(ctx, { company: companyId, legalName: 'Lodz', address: ['1 Street', 'Town'], taxIds: [] });
  expect((await owner.read('/company')).billing).toMatchObject({ lines: ['1 Street', 'Town'], address: null });
});

test('a wrong account or address is refused by the name of its field, and finance can only read', async () => {
  const wrong = { ...account('DE75 5121 0800 1245 1261 98'), bic: 'NOPE' };
  const refused = await owner.post('/company/bank-account', wrong);
  expect(
    refused
      .json()
      .errors.map(({ field }: { field: string }) => field)
      .sort(),
  ).toEqual(['bic', 'iban']);
  const nowhere = await owner.post('/company/billing', { legal_name: 'A', ...address, country: 'ZZ', tax_ids: [] });
  expect(nowhere.json().errors).toMatchObject([{ field: 'country' }]);
  const unprinted = await owner.post('/company/billing', { ...address, legal_name: 'ᠮᠣᠩᠭᠣᠯ', tax_ids: [] });
  expect(unprinted.json().errors).toMatchObject([{ field: 'legal_name' }]);
  const finance = await browserOf(api.ctx, api.app, { companyId: api.companyId, role: 'finance' });
  expect((await finance.get('/company')).statusCode).toBe(200);
  expect((await finance.post('/company/bank-account', account())).json().code).toBe('role_not_allowed');
  const bare = await browserOf(api.ctx, api.app, { companyId: api.companyId, step: false });
  expect((await bare.post('/company/bank-account', account())).json().code).toBe('second_step_missing');
});
