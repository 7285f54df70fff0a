import { asciiAddress, foldEmail, isAddressLike, isMailAddress } from '../../src/core/mail-address.js';

test.each([
  'ada@example.com',
  'ada+tag@mail.example.co.uk',
  "o'hara_1-2@example.org",
  'ada@müller.example',
  `${'a'.repeat(64)}@example.com`,
])('%s is an address', (text) => {
  expect(isMailAddress(asciiAddress(text))).toBe(true);
});

test.each([
  '',
  'ada',
  'ada@localhost',
  '@example.com',
  'ada@@example.com',
  'ada @example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'Ada <ada@example.com>',
  'ada@example.com, eve@example.com',
  '"ada"@example.com',
  `${'a'.repeat(65)}@example.com`,
  // Mail servers would take these for other spellings of one mailbox, or people would.
  'ada@example.com.',
  'ada@example..com',
  '.ada@example.com',
  'a..da@example.com',
  'İda@example.com',
])('%j is none', (text) => {
  expect(isMailAddress(asciiAddress(text))).toBe(false);
});

test.each(['ada@xn--mller-kva.example', 'ADA@müller.example', 'ada@MÜLLER.example', 'ada@mu\u0308ller.example'])(
  '%s is one address',
  (text) => {
    expect(foldEmail(text)).toBe('ada@xn--mller-kva.example');
  },
);

// Addresses as people paste them, and as keyboards and address books write them.
test.each([
  ' ada@example.com ',
  'ada@example.com\u00a0',
  '\ufeffada@example.com',
  'ada\u200b@example.com\u200b',
  'ada@exa\u00admple.com',
  'ad\u202ea@example.com',
  '\u2068ada@example.com\u2069',
  '\u200eada@example.com\u200f',
  'ada＠example.com',
  'ada﹫example.com',
  'ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'ada@example。com',
  'ada@example｡com',
  '\u3000ada@example.com\u3000',
  'mailto:ada@example.com',
  '<ada@example.com>',
  'ada@example.com\r\n',
])('%j is read as ada@example.com', (given) => {
  expect(asciiAddress(given)).toBe('ada@example.com');
  expect(foldEmail(given)).toBe('ada@example.com');
});

test('an invisible joiner that gives a domain its meaning is not removed', () => {
  expect(isMailAddress(asciiAddress('ada@نامه\u200cای.example'))).toBe(false);
});

test('letters in full width equal ASCII letters in a domain', () => {
  expect(asciiAddress('ada@ｅxample.com')).toBe('ada@example.com');
});

test('an address that was stored before today’s rule can be looked up', () => {
  expect(isAddressLike('ädä@müller.example')).toBe(true);
  expect(isAddressLike('ada@@example.com')).toBe(false);
});

test('a text that is too long is not read as an address', () => {
  const letters = String.fromCodePoint(...Array.from({ length: 2_000 }, (_, nth) => 0x4e00 + nth));
  expect(asciiAddress(`a@${letters}`)).toBe(`a@${letters}`);
});
