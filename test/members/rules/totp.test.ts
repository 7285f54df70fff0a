import { stepOfCode, toBase32, totpUri } from '../../../src/members/rules/totp.js';

/** RFC 6238, appendix B: the last six of its eight digits. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1_000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('the code at second %i of 1970 is %s', (second, code) => {
  const step = Math.floor(second / 30);
  expect(stepOfCode(SECRET, code, { now: at(second), afterStep: step - 1 })).toBe(step);
});

test('a code counts half a minute around its own, and once', () => {
  const code = '287082';
  const step = (second: number, afterStep = -1) => stepOfCode(SECRET, code, { now: at(second), afterStep });
  expect([step(59), step(30), step(89), step(1), step(120)]).toEqual([1, 1, 1, 1, null]);
  expect([step(59, 0), step(59, 1), step(59, 2)]).toEqual([1, null, null]);
});

test.each(['', '28708', '2870820', 'abcdef', ' 287082', '287083'])('%p is no code', (code) => {
  expect(stepOfCode(SECRET, code, { now: at(59), afterStep: -1 })).toBeNull();
});

test('the secret as apps read it (RFC 4648, section 10)', () => {
  expect(['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ]);
  const uri = totpUri(SECRET, { issuer: 'Partner Events', account: 'ann@example.org' });
  expect(uri).toBe(
    'otpauth://totp/Partner%20Events:ann%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Partner%20Events',
  );
});
