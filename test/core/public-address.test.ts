import { isLoopbackName, isPublicAddress, literalAddress } from '../../src/core/public-address.js';

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:2800:220:1:248:1893:25c8:1946', '2a00:1450:4001::1'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::ffff:8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:db8::1',
  '2001:10::1',
  '2001:20::1',
  '2002:808:808::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:2800::1%eth0',
  'fec0::1',
  'ff02::1',
  // A text that is no plain address is never public, however a parser might read it.
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  'example.com',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

test('a host that spells out an address is distinguished from a name', () => {
  expect(literalAddress('[::1]')).toBe('::1');
  expect(literalAddress('127.0.0.1')).toBe('127.0.0.1');
  expect(literalAddress('example.com')).toBeNull();
  expect(['localhost', 'LOCALHOST.', 'a.localhost', 'mylocalhost', 'localhost.example'].map(isLoopbackName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
