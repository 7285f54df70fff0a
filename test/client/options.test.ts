import { isBrowser, userAgent } from '../../packages/client/src/environment.js';
import { PartnerEvents } from '../../packages/client/src/index.js';

const baseUrl = 'https://api.example.com/v1';

test.each([
  ['an address without http', { baseUrl: 'api.example.com/v1' }, 'baseUrl'],
  ['an address with a query', { baseUrl: `${baseUrl}?key=1` }, 'baseUrl'],
  ['a blank key', { baseUrl, key: '' }, 'key'],
  ['a key with a line break', { baseUrl, key: 'tt_test_a\n' }, 'key'],
  ['a key and OAuth', { baseUrl, key: 'tt_test_a', oauth: { clientId: 'a', clientSecret: 'b' } }, 'oauth'],
  ['OAuth without a secret', { baseUrl, oauth: { clientId: 'a', clientSecret: '' } }, 'oauth'],
])('%s is refused', (_name, options, named) => {
  expect(() => new PartnerEvents(options)).toThrow(TypeError);
  expect(() => new PartnerEvents(options)).toThrow(named);
});

test('a browser is recognised by its window and document, or by the address of its worker', () => {
  expect(isBrowser({ window: {}, document: {} })).toBe(true);
  expect(isBrowser({ WorkerGlobalScope: class {}, location: { href: 'https://shop.example/worker.js' } })).toBe(true);
  expect(isBrowser({ WorkerGlobalScope: class {} })).toBe(false);
  expect(isBrowser({})).toBe(false);
  expect(isBrowser()).toBe(false);
  expect(userAgent()).toMatch(/^partner-events-client\/\d+\.\d+\.\d+ node\/\d+/);
});

describe('in a browser', () => {
  const surroundings = globalThis as { window?: unknown; document?: unknown };
  beforeAll(() => Object.assign(surroundings, { window: globalThis, document: {} }));
  afterAll(() => {
    delete surroundings.window;
    delete surroundings.document;
  });

  test.each([
    ['a server key', { baseUrl, key: 'tt_sk_live_a' }],
    ['an access token', { baseUrl, key: 'tt_at_a' }],
    ['an OAuth client', { baseUrl, oauth: { clientId: 'a', clientSecret: 'b' } }],
  ])('%s is refused', (_name, options) => {
    expect(() => new PartnerEvents(options)).toThrow(/browser/);
  });

  test.each(['tt_pk_live_a', 'tt_test_a'])('%s is taken', (key) => {
    expect(new PartnerEvents({ baseUrl, key })).toBeInstanceOf(PartnerEvents);
    expect(userAgent()).toBeNull();
  });
});
