import { redactText } from '../../../src/platform/logs/logger.js';

test.each([
  ['to ada@example.org.', 'to [email].'],
  ['"buyer":"ada.l+x@mail.example.co.uk"', '"buyer":"[email]"'],
  ['<ada@example.org>,<bo@example.org>', '<[email]>,<[email]>'],
  ['a@b@example.org', 'a@[email]'],
  ['a @ b.c', 'a @ b.c'],
  [
    'at send (/app/node_modules/@fastify/static/index.js:315:27)',
    'at send (/app/node_modules/@fastify/static/index.js:315:27)',
  ],
  ['/node_modules/@scope/first/last=x&y@example.org/', '/node_modules/@[email]/'],
  ['?key=abc&x=1', '?key=[key]&x=1'],
])('%s is logged as %s', (text, logged) => {
  expect(redactText(text)).toBe(logged);
});

test.each([
  ['one long word', 'a'.repeat(1_000_000)],
  ['one long word with an end', `${'a'.repeat(1_000_000)}@`],
  ['many ends', 'a@'.repeat(500_000)],
  ['many dots', `a@${'b.'.repeat(500_000)}`],
])('%s is read once, not from every letter: a megabyte is no work', (_what, text) => {
  expect(redactText(text)).toBe(text);
});
