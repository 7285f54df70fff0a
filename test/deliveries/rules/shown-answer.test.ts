import { shownAnswer } from '../../../src/deliveries/rules/shown-answer.js';

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
  ['safe\u202e.exe', 'safe\\u202e.exe'],
  ['\u001b[31mred\u0000\u0085\r', '\\u001b[31mred\\u0000\\u0085\\u000d'],
  ['a\u200bb\u2066c\ufeff\u{e0041}\u3164', 'a\\u200bb\\u2066c\\ufeff\\u{e0041}\\u3164'],
])('%j is shown as %j', (answer, shown) => {
  expect(shownAnswer(Buffer.from(answer))).toBe(shown);
});

test('bytes that are no UTF-8 are shown as such', () => {
  expect(shownAnswer(Buffer.from([0x61, 0xff, 0x62]))).toBe('a\ufffdb');
});
