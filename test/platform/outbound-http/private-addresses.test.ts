import { type OutboundOptions, sendOutbound } from '../../../src/platform/outbound-http/send.js';
import { type RunningServer, startCanary, startMisbehavingServer } from '../../support/outside/misbehaving-server.js';

let canary: RunningServer;
let canary6: RunningServer;

beforeAll(async () => {
  canary = await startCanary('0.0.0.0');
  canary6 = await startCanary('::1');
});
afterEach(() => {
  expect(canary.connections()).toBe(0);
  expect(canary6.connections()).toBe(0);
});
afterAll(() => Promise.all([canary.close(), canary6.close()]));

const PUBLIC = '93.184.216.34';

function post(url: string, options: Partial<OutboundOptions> = {}) {
  const request = { method: 'POST', url, mode: 'test', headers: {}, body: Buffer.from('{}') } as const;
  return sendOutbound(request, { allowPrivate: false, deadlineMs: 300, ...options });
}

test.each([
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '2130706433',
  '0x7f000001',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '017700000001',
  '0.0.0.0',
  '0',
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  '１２７.０.０.１',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[2001:db8::1]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
])('the literal %s is blocked', async (host) => {
  const port = host.includes(':') ? canary6.port : canary.port;
  expect(await post(`http://${host}:${port}/`)).toMatchObject({ class: 'blocked_address', statusCode: null });
});

test.each([
  ['a private address', ['192.168.1.10']],
  ['loopback', ['127.0.0.1']],
  ['loopback in IPv6', ['::1']],
  ['a mapped form', ['::ffff:127.0.0.1']],
  ['a compatible form', ['::7f00:1']],
  ['link-local with a zone', ['fe80::1%eth0']],
  ['the metadata service', ['169.254.169.254']],
  ['a public and a private address', [PUBLIC, '127.0.0.1']],
  ['a private and a public address', ['127.0.0.1', PUBLIC]],
  ['a public IPv4 and a private IPv6 address', [PUBLIC, '::1']],
  ['something that is no address', ['localhost']],
])('a name that resolves to %s is blocked', async (_what, addresses) => {
  const outcome = await post(`http://hooks.example:${canary.port}/`, { resolve: async () => addresses });
  expect(outcome).toMatchObject({
    class: 'blocked_address',
    // Partners read it, and it contains no address of our network.
    detail: 'hooks.example resolves to an address that is not public',
  });
});

test('a name that resolves differently the second time is resolved once, and the checked address is used', async () => {
  let asked = 0;
  const resolve = async () => [asked++ === 0 ? PUBLIC : '127.0.0.1'];
  const outcome = await post(`http://rebinding.example:${canary.port}/`, { resolve });
  expect(asked).toBe(1);
  expect(['timeout', 'unreachable', 'connection_refused']).toContain(outcome.class);
});

test('a redirect to a private address is not followed', async () => {
  const server = await startMisbehavingServer();
  const url = `http://127.0.0.1:${server.port}/redirect/${canary.port}`;
  expect(await post(url, { allowPrivate: true, deadlineMs: 10_000 })).toMatchObject({
    class: 'http_3xx',
    statusCode: 302,
  });
  await server.close();
});

test('plain http in live mode, credentials and other schemes are blocked before anything is resolved', async () => {
  const resolve = async () => {
    throw new Error('must not be asked');
  };
  const urls = [
    'http://hooks.example/',
    'https://user:pass@hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
  ];
  for (const url of urls) {
    const request = { method: 'POST', url, mode: 'live', headers: {} } as const;
    expect(await sendOutbound(request, { allowPrivate: false, resolve })).toMatchObject({ class: 'blocked_address' });
  }
});
