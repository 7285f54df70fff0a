import { createContext } from '../../../src/context/create-context.js';
import { ConfigError, readConfig } from '../../../src/platform/config/config.js';

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

test('nobody is trusted and no live order is taken unless a setting says so', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    trustedProxies: [],
    payments: 'none',
    allowPrivateDelivery: false,
    metrics: undefined,
  });
});
