import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '../../../src/context/create-context.js';
import { ConfigError, isClockMovable, readConfig } from '../../../src/platform/config/config.js';
import { projectRoot } from '../../../src/platform/config/project-root.js';

const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
const KEY = Buffer.alloc(32, 7).toString('base64');

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

test('every setting that cannot be used is named, all at once', () => {
  const env = { PORT: '70000', BASE_URL: 'ftp://x', TRUSTED_PROXIES: 'everybody', PAYMENTS: 'real', LOG_LEVEL: 'loud' };
  const fault = faultOf(() => readConfig(env));
  for (const name of Object.keys(env)) expect(fault).toContain(`${name}: `);
});

test("the data folder is the checkout's, from any folder of the command", () => {
  const before = process.cwd();
  process.chdir(tmpdir());
  try {
    expect(readConfig({}).dataDir).toBe(join(projectRoot(), '.data'));
  } finally {
    process.chdir(before);
  }
});

test.each(['', 'c2hvcnQ=', KEY.slice(0, -4), `${KEY.slice(0, -1)}!`])(
  'an ENCRYPTION_KEY of 32 bytes, or none: %j',
  (key) => {
    const fault = faultOf(() => readConfig({ ENCRYPTION_KEY: key }));
    expect(fault).toMatch(key === '' ? /^$/ : /ENCRYPTION_KEY: /);
    if (key !== '') expect(fault).not.toContain(key);
  },
);

test.each([
  'https://a.example/v1?x=1',
  'https://a.example/v1#x',
  'https://u:p@a.example/v1',
  'https://a.example/:x',
  'a.example/v1',
])('an address of ours is scheme, host and path: not %s', (address) => {
  expect(faultOf(() => readConfig({ BASE_URL: address }))).toContain('BASE_URL: ');
  expect(faultOf(() => readConfig({ SITE_BASE_URL: address }))).toContain('SITE_BASE_URL: ');
});

test('a slash at the end of an address is left out', () => {
  expect(readConfig({ BASE_URL: 'https://a.example/partner-api/v1//' }).baseUrl).toBe(
    'https://a.example/partner-api/v1',
  );
});

test('production needs an ENCRYPTION_KEY, which its other processes can share', () => {
  const process = (env: Record<string, string>) => () => createContext(readConfig(env), { name: 'test' });
  const production = { NODE_ENV: 'production', DATABASE_URL };
  expect(faultOf(process(production))).toContain('ENCRYPTION_KEY: must be set in production');
  expect(faultOf(process({ ...production, DATABASE_URL: '', ENCRYPTION_KEY: KEY }))).toContain(
    'DATABASE_URL: must be set',
  );
});

test('no proxy is trusted and no live order is accepted without a setting', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    trustedProxies: [],
    payments: 'none',
    allowPrivateDelivery: false,
    metrics: undefined,
  });
});

test('Stripe needs a key and the secrets of its webhooks, and real money needs production', () => {
  const stripe = { PAYMENTS: 'stripe', STRIPE_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1, whsec_2' };
  const live = { ...stripe, STRIPE_KEY: 'rk_live_1' };
  const expected = { key: 'rk_test_1', live: false, webhookSecrets: ['whsec_1', 'whsec_2'], feePercent: 0 };
  expect(readConfig({ ...stripe }).stripe).toEqual({ live: expect.objectContaining(expected) });
  expect(readConfig({ ...live, NODE_ENV: 'production' }).stripe.live).toMatchObject({ live: true });
  expect(readConfig({ ...stripe, PAYMENTS: 'simulated' }).stripe).toEqual({});
  const faults: [NodeJS.ProcessEnv, string][] = [
    [{ ...stripe, STRIPE_KEY: '' }, 'STRIPE_KEY: must be set'],
    [{ ...stripe, STRIPE_WEBHOOK_SECRETS: '' }, 'STRIPE_WEBHOOK_SECRETS: must be set'],
    [live, 'STRIPE_KEY: moves real money'],
    [{ ...live, PAYMENTS: 'none' }, 'STRIPE_KEY: moves real money'],
    [{ ...live, NODE_ENV: 'production', STRIPE_API_BASE: 'http://localhost:1' }, 'STRIPE_API_BASE: must not be set'],
  ];
  for (const [env, fault] of faults) expect(faultOf(() => readConfig(env))).toContain(fault);
});

test('test orders have a key and secrets of their own, which no live order knows', () => {
  const live = { PAYMENTS: 'stripe', STRIPE_KEY: 'rk_test_1', STRIPE_WEBHOOK_SECRETS: 'whsec_1' };
  const test = { STRIPE_TEST_KEY: 'rk_test_2', STRIPE_TEST_WEBHOOK_SECRETS: 'whsec_2', STRIPE_FEE_PERCENT: '2' };
  const expected = { key: 'rk_test_2', live: false, webhookSecrets: ['whsec_2'], feePercent: 2 };
  for (const PAYMENTS of ['none', 'simulated', 'stripe']) {
    expect(readConfig({ ...live, ...test, PAYMENTS }).stripe.test).toMatchObject(expected);
  }
  expect(readConfig({ ...test }).stripe.live).toBeUndefined();
  expect(readConfig({ STRIPE_TEST_KEY: 'rk_test_2' }).stripe.test).toMatchObject({ webhookSecrets: [] });
  expect(readConfig({ ...live, STRIPE_TEST_WEBHOOK_SECRETS: 'whsec_2' }).stripe.test).toBeUndefined();
  const faults: [NodeJS.ProcessEnv, string][] = [
    [{ ...live, ...test, STRIPE_TEST_KEY: 'rk_test_1' }, 'STRIPE_TEST_KEY: must not be STRIPE_KEY'],
    [
      { ...live, ...test, STRIPE_TEST_WEBHOOK_SECRETS: 'whsec_2,whsec_1' },
      'STRIPE_TEST_WEBHOOK_SECRETS: must not have a secret of STRIPE_WEBHOOK_SECRETS',
    ],
  ];
  for (const [env, fault] of faults) expect(faultOf(() => readConfig(env))).toContain(fault);
});

test('the clock moves with the stand-in, and not where Stripe takes test orders', () => {
  const isMovable = (env: NodeJS.ProcessEnv) => isClockMovable(readConfig({ PAYMENTS: 'simulated', ...env }));
  const test = { STRIPE_TEST_KEY: 'rk_test_1' };
  expect(isMovable({})).toBe(true);
  expect(isMovable(test)).toBe(false);
  expect(isMovable({ ...test, STRIPE_TEST_API_BASE: 'http://localhost:1' })).toBe(true);
});
