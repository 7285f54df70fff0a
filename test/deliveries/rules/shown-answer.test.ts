import { maskAnswer } from '../../../src/deliveries/rules/mask-answer.js';

const SECRET = 'a1B2'.repeat(10);

test.each([
  ['thanks', 'thanks'],
  ['{"ok": true}\r\n\tdone ✓ 東京', '{"ok": true}\n\tdone ✓ 東京'],
  ['tt_test_summer: not a key', 'tt_test_summer: not a key'],
  ['authorization: missing header', 'authorization: missing header'],
  ['Bearer of bad news', 'Bearer of bad news'],
  ...['tt_sk_live_', 'tt_pk_live_', 'tt_test_', 'tt_at_', 'tt_cs_', 'tt_og_', 'tt_ss_', 'tt_si_', 'whsec_'].map(
    (prefix) => [`"${prefix}${SECRET}" was wrong`, `"${prefix}[masked]" was wrong`],
  ),
  ['cut at the end: whsec_ab', 'cut at the end: whsec_[masked]'],
  [`Authorization: Bearer ${SECRET}`, 'Authorization: Bearer [masked]'],
  [`{"authorization":"Basic ${SECRET}=="}`, '{"authorization":"Basic [masked]"}'],
  [`Cookie: ${SECRET}`, 'Cookie: [masked]'],
  [`DB_PASSWORD=${SECRET}`, 'DB_PASSWORD=[masked]'],
  [`{"client_secret": "${SECRET}"}`, '{"client_secret": "[masked]"}'],
  [
    '{"service-signature":"t=1795479984,v1=d9c764e8e69ac83c3773b7e668811b35"}',
    '{"service-signature":"t=1795479984,v1=[masked]"}',
  ],
  [`tt%5Fsk%5Flive%5F${SECRET} whsec\\u005f${SECRET}`, 'tt%5Fsk%5Flive%5F[masked] whsec\\u005f[masked]'],
  [
    'password=hunter2 "secret": "abc123" token => \'x9y8z7\'',
    'password=[masked] "secret": "[masked]" token => \'[masked]\'',
  ],
  ['AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG', 'AWS_SECRET_ACCESS_KEY=[masked]'],
  ['postgres://admin:pa55word@db:5432/x', 'postgres://admin:[masked]@db:5432/x'],
  ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNry', 'jwt [masked]'],
  [
    '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----',
    '-----BEGIN PRIVATE KEY-----[masked]-----END PRIVATE KEY-----',
  ],
  [
    'invalid token: signature mismatch, see https://docs.example/a:b',
    'invalid token: signature mismatch, see https://docs.example/a:b',
  ],
  ['safe\u202e.exe', 'safe\\u202e.exe'],
  ['\u001b[31mred\u0000\u0085\r', '\\u001b[31mred\\u0000\\u0085\\u000d'],
  ['a\u200bb\u2066c\ufeff\u{e0041}\u3164', 'a\\u200bb\\u2066c\\ufeff\\u{e0041}\\u3164'],
])('%j is shown as %j', (answer, shown) => {
  expect(maskAnswer(Buffer.from(answer))).toBe(shown);
});

test('bytes that are no UTF-8 are shown as such', () => {
  expect(maskAnswer(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
});

test.each([
  '://',
  'token=',
  'token ',
  'eyJ',
  'eyJ-',
  'eyJhbGciOiJI.',
  '-----BEGIN PRIVATE KEY-----',
  'v1=0',
  'tt_sk_live_',
  'a.',
])('an answer of %j again and again takes no long time', (piece) => {
  const began = performance.now();
  maskAnswer(Buffer.from(piece.repeat(8_192 / piece.length)));
  expect(performance.now() - began).toBeLessThan(500);
});
