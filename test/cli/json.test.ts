import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDecimal } from '../../src/core/money.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { startOfMonth } from '../../src/settlements/rules/settlement.js';
import { runCli } from '../support/command.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addSale, addTicketedEvent, type Seller } from '../support/data/build.js';
import { closeMonth, seedLine, seedPayee } from '../support/data/settle.js';

const MONTH = '2026-10';

let ctx: TestContext;
let payee: Seller;

beforeAll(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  payee = await seedPayee(ctx, { netDays: 90 });
  await seedLine(ctx, payee, 9_000, startOfMonth(MONTH), 'EUR');
  await seedLine(ctx, payee, 500_000, startOfMonth(MONTH), 'JPY');
  await closeMonth(ctx, MONTH);
});
afterAll(() => ctx?.close());

/** Runs a command that must succeed, and hands back its one document. */
async function json(...argv: string[]) {
  const { code, out, err } = await runCli(ctx, [...argv, '--json']);
  expect({ argv, code, err }).toEqual({ argv, code: 0, err: '' });
  return JSON.parse(out);
}

async function refused(...argv: string[]) {
  const { code, out, err } = await runCli(ctx, [...argv, '--json']);
  expect(out).toBe('');
  expect(err.trim().split('\n')).toHaveLength(1);
  return { code, error: JSON.parse(err).error };
}

test("one document for a partner's objects", async () => {
  const { id } = await json('company', 'create', 'Line Ltd', '--currency', 'GBP');
  const company = ['--company', 'Line Ltd'];
  const agreement = { countries: null, categories: null, paying_only: false };
  expect(await json('company', 'show', 'Line Ltd')).toEqual({
    id,
    name: 'Line Ltd',
    status: 'active',
    currency: 'GBP',
    created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    agreement,
    subscriptions: [],
    ...{ terms: null, billing: null, vat: null, payout_account: null, transfer_account: null },
  });
  expect((await json('company', 'list')).companies).toContainEqual(expect.objectContaining({ id, name: 'Line Ltd' }));
  expect(await json('company', 'suspend', 'Line Ltd')).toEqual({ id, status: 'suspended' });
  expect(await json('company', 'resume', id)).toEqual({ id, status: 'active' });
  expect(await json('agreement', 'set', ...company, '--country', 'de')).toEqual({
    agreement: { ...agreement, countries: ['DE'] },
    withdrawn: 0,
  });
  expect((await json('company', 'show', id)).agreement).toEqual({ ...agreement, countries: ['DE'] });
  const { method } = (await json('company', 'show', payee.companyId)).terms;
  const terms = ['--method', method, '--net-days', '30', '--minimum', '50', '--minimum-in', 'JPY=5000'];
  expect(await json('terms', 'set', ...company, ...terms)).toEqual({
    method,
    net_days: 30,
    minimum: 50,
    currency: 'GBP',
    minimums: { JPY: 5000 },
    reference: null,
  });

  const key = await json('key', 'create', ...company, '--kind', 'server', '--capability', 'BULK_FEEDS');
  expect(key).toEqual({ id: expect.stringMatching(/^key_/), key: expect.stringMatching(/^tt_sk_live_/) });
  expect((await json('key', 'list', ...company)).keys).toEqual([
    expect.objectContaining({ id: key.id, kind: 'server', rate_limit: null, revoked_at: null, certificates: 0 }),
  ]);
  expect(await json('key', 'allowlist', key.id, '203.0.113.7')).toEqual({ networks: ['203.0.113.7/32'] });
  expect(await json('key', 'certificate', key.id)).toEqual({ certificates: [] });
  const client = await json('oauth', 'create', ...company, '--kind', 'server');
  expect(client).toEqual({ id: expect.stringMatching(/^oac_/), secret: expect.any(String), key_id: key.id });
  expect((await json('oauth', 'list', ...company)).clients).toEqual([
    expect.objectContaining({ id: client.id, state: 'active', live_tokens: 0 }),
  ]);
  expect(await json('oauth', 'rotate', client.id)).toMatchObject({ id: client.id, revoked_tokens: 0 });
  expect(await json('oauth', 'revoke', client.id)).toMatchObject({ id: client.id, revoked_at: expect.any(String) });
  const subscription = await json('subscription', 'add', ...company, '--days-ahead', '7');
  expect(subscription.urls).toHaveLength(2);
  expect((await json('company', 'show', id)).subscriptions).toEqual([
    expect.objectContaining({ id: subscription.id, scope: expect.objectContaining({ days_ahead: 7 }) }),
  ]);
  expect(await json('subscription', 'remove', subscription.id)).toEqual({ id: subscription.id });
  expect((await json('stats', ...company)).days).toHaveLength(30);

  const hook = await json('endpoint', 'add', '--kind', 'webhook', '--key', key.id, '--url', 'http://127.0.0.1:1/hook');
  expect(hook).toMatchObject({ secret: expect.stringMatching(/^whsec_/), mode: 'live' });
  expect((await json('endpoint', 'list', ...company)).endpoints).toEqual([
    expect.objectContaining({ id: hook.id, state: 'active', events: ['event.changed', 'earnings.changed'] }),
  ]);
  expect(await json('delivery', 'list', '--endpoint', hook.id)).toEqual({ deliveries: [], counts: {} });
  const chosen = ['event.changed', 'order.changed'];
  expect(await json('endpoint', 'set', hook.id, '--no-header', '--events', ...chosen)).toEqual({
    ...{ id: hook.id, events: chosen, header_name: null },
  });
  expect(await json('endpoint', 'disable', hook.id)).toEqual({ id: hook.id, status: 'disabled', held: 0 });
  expect(await json('endpoint', 'enable', hook.id)).toEqual({ id: hook.id, status: 'active' });
  expect(await json('endpoint', 'rotate', hook.id)).toMatchObject({ previous_secret_until: expect.any(String) });
  expect(await json('key', 'revoke', key.id)).toMatchObject({ id: key.id, silenced: [hook.id] });
  expect(await json('endpoint', 'remove', hook.id)).toEqual({ id: hook.id, status: 'removed' });
  expect((await json('audit', 'list', ...company, '--action', 'key.revoke')).actions).toEqual([
    expect.objectContaining({ object_id: key.id, company_id: id, details: expect.any(Object) }),
  ]);
  expect(await json('secrets', 'reseal', '--dry-run')).toMatchObject({ dry_run: true, unopened: [] });
});

test('statements have their companies’ names and totals', async () => {
  const name = (await json('company', 'show', payee.companyId)).name;
  const { statements, totals, more } = await json('settlement', 'list', '--month', MONTH, '--limit', '1');
  expect(statements).toEqual([
    expect.objectContaining({ company_id: payee.companyId, company: name, amount: 90, currency: 'EUR' }),
  ]);
  expect({ totals, more }).toEqual({
    totals: [
      { currency: 'EUR', status: 'issued', statements: 1, amount: 90 },
      { currency: 'JPY', status: 'issued', statements: 1, amount: 500_000 },
    ],
    more: true,
  });
  const { out } = await runCli(ctx, ['settlement', 'list', '--month', MONTH]);
  expect(out).toContain(`${payee.companyId}  ${name}`);
  expect(out).toMatch(/\nTOTAL +STATUS +STATEMENTS\n90\.00 EUR +issued +1\n500,000 JPY +issued +1\n$/);
  const chosen = ['--month', MONTH, '--company', payee.companyId, '--currency', 'EUR'];
  expect(await json('settlement', 'show', ...chosen)).toMatchObject({
    id: statements[0].id,
    company: name,
    entries: [{ commission: 90 }],
    transfers: [],
    runs: [{ kind: 'close' }],
  });
  const why = ['--reason', 'a question of the partner', '--dry-run'];
  expect(await json('settlement', 'rerun', ...chosen, ...why)).toMatchObject({
    dry_run: true,
    reruns: [{ currency: 'EUR', outcome: 'unchanged', differences: [], difference: 0 }],
  });
  expect(await json('settlement', 'void', ...chosen, ...why)).toMatchObject({ dry_run: true, status: 'issued' });
  expect(await json('settlement', 'pay', ...chosen, ...why)).toMatchObject({ dry_run: true, amount: 90 });
  const adjust = ['--company', payee.companyId, '--currency', 'EUR', '--amount', '-1.5', ...why];
  expect(await json('settlement', 'adjust', ...adjust)).toMatchObject({
    amount: -1.5,
    earning_id: null,
    has_terms: true,
  });
  expect(await json('settlement', 'close', '--month', MONTH, ...why)).toMatchObject({ statements: [], kept: 2 });
});

test('a sale with its ledger', async () => {
  const { saleId, orderId, totalMinor } = await addSale(ctx, payee, await addTicketedEvent(ctx));
  const shown = await json('order', 'show', saleId);
  expect(shown).toMatchObject({ id: orderId, refunds: [], disputes: [], mails: expect.any(Array) });
  expect(shown.sale).toMatchObject({
    id: saleId,
    order_id: orderId,
    paid: toDecimal(totalMinor, 'EUR'),
    ledger: [{ kind: 'sale' }],
    earnings: [{ status: 'pending' }],
  });
});

test('a failure is one object with a code that a script can rely on, and the exit code says whose fault it is', async () => {
  expect(await refused('company', 'show', 'nobody')).toEqual({
    code: 1,
    error: {
      code: 'not_found',
      message: 'There is no company nobody.',
      errors: [{ field: 'company', message: 'There is no company nobody.' }],
    },
  });
  expect(await refused('settlement', 'show', 'stm_none')).toMatchObject({ code: 1, error: { code: 'not_found' } });
  expect(await refused('endpoint', 'list')).toEqual({
    code: 2,
    error: { code: 'usage', message: "required option '--company <company>' not specified" },
  });
  for (const argv of [
    [],
    ['webhook'],
    ['endpoint', 'lst'],
    ['key', 'list', '--company', 'x', '--by', ' '],
    ['buyer', 'erase'],
  ]) {
    expect({ argv, ...(await refused(...argv)) }).toMatchObject({ argv, code: 2, error: { code: 'usage' } });
  }
  const away = { DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  const unavailable = await runCli(ctx, ['company', 'list', '--json'], { env: away });
  expect({ code: unavailable.code, ...JSON.parse(unavailable.err) }).toMatchObject({
    code: 1,
    error: { code: 'unavailable' },
  });
  const nowhere = await runCli(ctx, ['company', 'list', '--json'], { env: { DATABASE_URL: '', DATA_DIR: '/none' } });
  expect({ code: nowhere.code, ...JSON.parse(nowhere.err) }).toMatchObject({ code: 1, error: { code: 'config' } });
});

test('a command that found a failure prints its document and ends with 1', async () => {
  const { id: key } = await json('key', 'create', '--company', payee.companyId, '--kind', 'test');
  const { id } = await json('endpoint', 'add', '--kind', 'webhook', '--key', key, '--url', 'http://127.0.0.1:1/hook');
  const { code, out, err } = await runCli(ctx, ['endpoint', 'test', id, '--json']);
  expect({ code, err, ...JSON.parse(out) }).toMatchObject({
    code: 1,
    err: '',
    outcome: 'connection_refused',
    status_code: null,
  });
});

test('--version, --help and `help` need no server', async () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'));
  const env = { DATABASE_URL: '', DATA_DIR: '/none' };
  const printed = await runCli(ctx, ['--version'], { env });
  expect(printed).toEqual({ code: 0, out: expect.stringMatching(/^\S+ \(commit \S+, \S+\)\n$/), err: '' });
  expect(printed.out.split(' ')[0]).toBe(version);
  expect(await runCli(ctx, ['receiver', '--help'], { env })).toMatchObject({
    code: 0,
    out: expect.stringContaining('--secret'),
  });
  const help = await runCli(ctx, ['help', 'endpoint', 'add'], { env });
  expect(help).toMatchObject({ code: 0, out: expect.stringContaining('partner-events endpoint add [options]') });
});
