import { isAllowedOrigin, normalizeDomain } from '../../src/core/website-domain.js';

test.each([
  ['shop.example', 'shop.example'],
  [' Shop.EXAMPLE ', 'shop.example'],
  ['*.shop.example', '*.shop.example'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['localhost', 'localhost'],
  ['localhost:5173', 'localhost:5173'],
  ['shop.example:443', 'shop.example:443'],
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]:3000', '[::1]:3000'],
  ['', null],
  ['*', null],
  ['*.', null],
  ['*.com', null],
  ['shop.*', null],
  ['https://shop.example', null],
  ['shop.example/path', null],
  ['user@shop.example', null],
  ['shop.example?x', null],
  ['a b.example', null],
  ['shop..example', null],
  ['-shop.example', null],
  [`${'a'.repeat(64)}.example`, null],
])('%s is kept as %s', (text, kept) => expect(normalizeDomain(text)).toBe(kept));

const LISTED = ['shop.example', '*.partner.example', 'localhost:5173'];

test.each([
  ['https://shop.example', true],
  ['http://shop.example', true],
  ['https://shop.example:8443', true],
  ['https://SHOP.example', true],
  ['https://shop.example/some/page?from=referer', true],
  ['https://www.shop.example', false],
  ['https://a.partner.example', true],
  ['https://a.b.partner.example', true],
  ['https://partner.example', false],
  ['https://evilpartner.example', false],
  ['http://localhost:5173', true],
  ['http://localhost:5174', false],
  ['http://localhost', false],
  ['https://shop.example.evil.example', false],
  ['https://shop.example@evil.example', false],
  ['https://evil.example#shop.example', false],
  ['ftp://shop.example', false],
  ['null', false],
  ['shop.example', false],
  ['https://', false],
  ['', false],
])('a page of %s: %s', (origin, allowed) => {
  expect(isAllowedOrigin(origin, LISTED)).toBe(allowed);
});

test('no host is longer than three hundred letters, so that none of them takes long to read', () => {
  const letters = String.fromCodePoint(...Array.from({ length: 400 }, (_, nth) => 0x4e00 + nth));
  expect(normalizeDomain(letters)).toBeNull();
  expect(isAllowedOrigin(`https://${letters}.shop.example/`, ['*.shop.example'])).toBe(false);
  expect(isAllowedOrigin(`https://www.shop.example/${letters}`, ['*.shop.example'])).toBe(true);
});
