import fc from 'fast-check';
import { networkMatcher, normalizeNetwork } from '../../src/core/ip-allowlist.js';

describe('normalizeNetwork', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['128.0.0.0/1', '128.0.0.0/1'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:0db8::/32', '2001:db8::/32'],
    ['2001:db8:0:80::/57', '2001:db8:0:80::/57'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['::ffff:cb00:7107', '203.0.113.7/32'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::1', '::1/128'],
    ['::203.0.113.7', '::cb00:7107/128'],
  ])('%s is kept as %s', (text, network) => {
    expect(normalizeNetwork(text)).toEqual({ network });
    expect(normalizeNetwork(network)).toEqual({ network });
  });

  test.each([
    ['203.0.113.7/24', 'write 203.0.113.0/24, or 203.0.113.7'],
    ['2001:db8::1/64', 'write 2001:db8::/64, or 2001:db8::1'],
    ['::ffff:203.0.113.7/120', 'write 203.0.113.0/24, or 203.0.113.7'],
    ['0.0.0.0/0', 'every address'],
    ['::/0', 'every address'],
    ['::ffff:0.0.0.0/96', 'every address'],
    ['::ffff:0.0.0.0/90', 'every address'],
    ['203.0.113.0/33', 'a length up to /32'],
    ['2001:db8::/129', 'a length up to /128'],
    ['203.0.113.0/', 'a length up to'],
    ['203.0.113.0/-1', 'a length up to'],
    ['203.0.113.0/2e1', 'a length up to'],
    ['203.0.113.0/255.255.255.0', 'a length up to'],
    ['203.0.113.0/24/24', 'is no address'],
    ['0203.0.113.7', 'is no address'],
    ['0xcb.0.113.7', 'is no address'],
    ['203.0.29', 'is no address'],
    ['3405803783', 'is no address'],
    ['fe80::1%eth0', 'is no address'],
    ['203.0.113.7:443', 'is no address'],
    ['[2001:db8::1]', 'is no address'],
    ['office.example', 'is no address'],
    ['', 'is no address'],
  ])('%j cannot be used: %s', (text, fault) => {
    expect(normalizeNetwork(text)).toEqual({ fault: expect.stringContaining(fault) });
  });
});

describe('networkMatcher', () => {
  const allows = networkMatcher(['203.0.113.128/25', '198.51.100.7/32', '2001:db8::/47', 'fe80::/10']);

  test.each([
    '203.0.113.128',
    '203.0.113.255',
    '198.51.100.7',
    '::ffff:198.51.100.7',
    '::FFFF:c633:6407',
    '0:0:0:0:0:ffff:203.0.113.200',
    '2001:db8:0::',
    '2001:db8:1:ffff:ffff:ffff:ffff:ffff',
    'fe80::1%eth0',
  ])('%s may call', (address) => expect(allows(address)).toBe(true));

  test.each([
    '203.0.113.127',
    '203.0.114.128',
    '198.51.100.6',
    '198.51.100.8',
    '::198.51.100.7',
    '::ffff:0:198.51.100.7',
    '64:ff9b::198.51.100.7',
    '2001:db8:2::',
    '2001:db7:ffff::',
    '198.51.100.07',
    '198.51.100.7, 203.0.113.200',
    '198.51.100.7%eth0',
    ' 198.51.100.7',
    'unknown',
    '',
    undefined,
  ])('%s may not', (address) => expect(allows(address)).toBe(false));

  test('an empty list contains no address, and an unreadable list is an error', () => {
    expect(networkMatcher([])('203.0.113.7')).toBe(false);
    expect(() => networkMatcher(['203.0.113.7/24'])).toThrow(TypeError);
  });

  test('of any two addresses in one network of any length both are in it, in either spelling', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.integer({ min: 1, max: 32 }), (number, bits) => {
        const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
        const mask = (0xffffffff << (32 - bits)) >>> 0;
        const first = (number & mask) >>> 0;
        const last = (first | ~mask) >>> 0;
        const within = networkMatcher([`${dotted(first)}/${bits}`]);
        for (const inside of [first, last, number]) {
          expect(within(dotted(inside))).toBe(true);
          expect(within(`::ffff:${dotted(inside)}`)).toBe(true);
        }
        if (first > 0) expect(within(dotted(first - 1))).toBe(false);
        if (last < 2 ** 32 - 1) expect(within(dotted(last + 1))).toBe(false);
      }),
    );
  });

  test('verdicts are right however many addresses asked before', () => {
    const within = networkMatcher(['10.0.0.0/8']);
    const addresses = Array.from({ length: 2_500 }, (_, i) => `${10 + (i % 2)}.0.${i >> 8}.${i & 255}`);
    expect(addresses.filter(within)).toEqual(addresses.filter((address) => address.startsWith('10.')));
    expect(addresses.filter(within)).toHaveLength(1_250);
  });
});
