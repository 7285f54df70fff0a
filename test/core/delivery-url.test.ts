import { checkDeliveryUrl } from '../../src/core/delivery-url.js';

const LIVE = { mode: 'live', allowPrivate: false } as const;
const TEST = { mode: 'test', allowPrivate: false } as const;

test('https is accepted in both modes, http for test keys only', () => {
  expect(checkDeliveryUrl('https://hooks.example/in?token=1', LIVE).ok).toBe(true);
  expect(checkDeliveryUrl('http://hooks.example:8080/in', TEST).ok).toBe(true);
  expect(checkDeliveryUrl('https://Hooks_1.bücher.example./', LIVE).ok).toBe(true);
  expect(checkDeliveryUrl('https://[2606:4700::1111]/', LIVE).ok).toBe(true);
  expect(checkDeliveryUrl('http://hooks.example/in', LIVE)).toEqual({
    ok: false,
    reason: 'live deliveries need https; plain http is accepted for test keys only',
  });
});

/** On Node 20 and 22 the compiled `URL.canParse` refuses them, which a process notices only after thousands of others. */
test('names with letters outside ASCII stay accepted, however many addresses were checked before', () => {
  for (let i = 0; i < 20_000; i += 1) checkDeliveryUrl(`https://hooks.example/${i}`, LIVE);
  const check = checkDeliveryUrl('https://bücher.example/', LIVE);
  expect(check).toMatchObject({ ok: true, url: { host: 'xn--bcher-kva.example' } });
});

test.each([
  ['https://user:pass@hooks.example/', /user name or password/],
  ['https://user@hooks.example/', /user name or password/],
  ['https://127.0.0.1/', /not a public address/],
  ['https://2130706433/', /not a public address/],
  ['https://0x7f000001/', /not a public address/],
  ['https://017700000001/', /not a public address/],
  ['https://[::ffff:127.0.0.1]/', /not a public address/],
  ['https://[::7f00:1]/', /not a public address/],
  ['https://169.254.169.254/latest', /not a public address/],
  ['https://localhost/', /not a public address/],
  ['https://hooks.example/#part', /fragment/],
  ['https://hooks.example/?a=1#', /fragment/],
  ['https://{host}/', /cannot be the name of a host/],
  ['https://hooks!.example/', /cannot be the name of a host/],
  ['https://hooks..example/', /cannot be the name of a host/],
  [`https://${'a'.repeat(64)}.example/`, /cannot be the name of a host/],
  [`https://${'a.'.repeat(127)}example/`, /cannot be the name of a host/],
  ['ftp://hooks.example/', /must begin with https/],
  ['https:hooks.example', /must begin with https/],
  ['https:///hooks.example', /must begin with https/],
  ['hooks.example', /must begin with https/],
  ['', /must begin with https/],
  [' https://hooks.example/', /blanks or control/],
  ['https://hooks.example/a\nb', /blanks or control/],
  ['ht\ttps://hooks.example/', /blanks or control/],
  ['https://hooks.example:99999/', /cannot be read/],
  ['https://hooks.example:0/', /port 0/],
  ['https://hooks.example:000/', /port 0/],
  [`https://hooks.example/${'a'.repeat(2_048)}`, /longer than/],
])('%s is refused with its reason', (url, reason) => {
  for (const rules of [LIVE, TEST]) {
    expect(checkDeliveryUrl(url, rules)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  }
});

test('in development one’s own machine is allowed, also without https', () => {
  const development = { mode: 'live', allowPrivate: true } as const;
  expect(checkDeliveryUrl('http://localhost:4000/', development).ok).toBe(true);
  expect(checkDeliveryUrl('http://127.0.0.1:4000/', development).ok).toBe(true);
  expect(checkDeliveryUrl('http://hooks.example/', development).ok).toBe(false);
});
