import { isEmail } from '../../../src/members/rules/email.js';

test.each(['ada@example.com', 'ada+tag@mail.example.co.uk', 'ädä@müller.example', `${'a'.repeat(242)}@example.com`])(
  '%s can be an address',
  (text) => {
    expect(isEmail(text)).toBe(true);
  },
);

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
  `${'a'.repeat(243)}@example.com`,
])('%j cannot', (text) => {
  expect(isEmail(text)).toBe(false);
});
