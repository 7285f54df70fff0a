import { toBuckets } from '../../../src/access/rules/rate-limits.js';
import { type Caller, DEMO_VIEWER } from '../../../src/core/viewer.js';

const caller = (more: Partial<Caller>): Caller => ({
  ...DEMO_VIEWER,
  companyId: 'cmp_1',
  keyId: 'key_1',
  kind: 'server',
  capabilities: [],
  domains: [],
  rateLimit: null,
  siteRateLimit: null,
  ...more,
});
const token = { clientId: 'oac_1', scopes: [] };

it.each<[string, Partial<Caller>, [string, number][]]>([
  ['a server key', {}, [['key:key_1', 600]]],
  ['a test key', { kind: 'test' }, [['key:key_1', 60]]],
  ['a key with a limit of its own', { rateLimit: 7 }, [['key:key_1', 7]]],
  ['a token, apart from its key', { token }, [['key:oac_1', 600]]],
  [
    'a website key: its visitors, then the site',
    { kind: 'website' },
    [
      ['visitor:key_1:v', 120],
      ['site:key_1', 6000],
    ],
  ],
  [
    'a website key with limits of its own',
    { kind: 'website', rateLimit: 5, siteRateLimit: 50, token },
    [
      ['visitor:oac_1:v', 5],
      ['site:oac_1', 50],
    ],
  ],
])('%s', (_what, more, expected) => {
  expect(toBuckets(caller(more), 'v').map(({ name, perMinute }) => [name, perMinute])).toEqual(expected);
});

it('counts two visitors of a site apart, and their site together', () => {
  const [one, other] = ['a', 'b'].map((visitor) => toBuckets(caller({ kind: 'website' }), visitor));
  expect(one?.[0]?.name).not.toBe(other?.[0]?.name);
  expect(one?.[1]).toEqual(other?.[1]);
});
