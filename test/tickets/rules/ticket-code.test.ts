import { newTicketCode } from '../../../src/tickets/issue-tickets.js';
import { CODE_ALPHABET, formatTicketCode, readTicketCodes } from '../../../src/tickets/rules/ticket-code.js';

const CODE = '7ZK4M0QXWE9V2TDH8R3C';

test('a code as people read it is the code', () => {
  expect(formatTicketCode(CODE)).toBe('7ZK4M-0QXWE-9V2TD-H8R3C');
  expect(readTicketCodes(formatTicketCode(CODE))[0]).toBe(CODE);
});

test.each([
  ['7zk4m 0qxwe 9v2td h8r3c', CODE],
  [' 7ZK4M-oQXWE-9V2TD-H8R3C\n', CODE],
  ['IL000-00000-00000-00000', '11000000000000000000'],
  ['７ＺＫ４Ｍ－０ＱＸＷＥ－９Ｖ２ＴＤ－Ｈ８Ｒ３Ｃ', CODE],
  ['７ｚｋ４ｍ　０ｑｘｗｅ　９ｖ２ｔｄ　ｈ８ｒ３ｃ', CODE],
  ['"7ZK4M-0QXWE-9V2TD-H8R3C"', CODE],
  ['Code: 7ZK4M–0QXWE–9V2TD–H8R3C.', CODE],
  ['7ZK4M\u22120QXWE\u20109V2TD\u2015H8R3C', CODE],
  ['\ufeff7ZK4M\u200b0QXWE\u00ad9V2TD\u2060H8R3C\u200e', CODE],
])('the typed text %j is a code', (typed, code) => {
  expect(readTicketCodes(typed)[0]).toBe(code);
});

test.each([
  ['the AIM identifier of a QR code', `]Q1${CODE}`],
  ['the AIM identifier of a QR code with ECI', `]Q4${CODE}`],
  ['the AIM identifier of Data Matrix', `]d2${CODE}`],
  ['the AIM identifier of Aztec in small letters', `]z3${CODE.toLowerCase()}`],
  ['the AIM identifier of Code 128 and FNC1', `]C1\u001d${CODE}`],
  ['STX and ETX', `\u0002${CODE}\u0003`],
  ['STX, an AIM identifier, ETX and CR', `\u0002]Q1${CODE}\u0003\r`],
  ['CR and LF', `${CODE}\r\n`],
  ['a tab', `${CODE}\t`],
  ['GS, RS and EOT', `${CODE}\u001d\u001e\u0004`],
  ['a byte order mark', `\ufeff${CODE}`],
  ['NUL bytes', `${CODE}\0\0`],
  ['pictures of control characters', `␂${CODE}␃␍`],
  ['the stars of Code 39', `*${CODE}*`],
  ['a code letter and a colon', `QR:${CODE}`],
])('a scanner that adds %s is understood', (_what, scanned) => {
  expect(readTicketCodes(scanned)[0]).toBe(CODE);
});

/** The characters that a US scanner's keys give in another layout, without and with Shift. */
const typedOn = (keys: Record<string, string>, text: string) => [...text].map((sign) => keys[sign] ?? sign).join('');
const FRENCH = {
  ...{ 1: '&', 2: 'é', 3: '"', 4: "'", 5: '(', 6: '-', 7: 'è', 8: '_', 9: 'ç', 0: 'à', '-': ')', ']': '$' },
  ...{ A: 'Q', Q: 'A', Z: 'W', W: 'Z', M: '?', a: 'q', q: 'a', z: 'w', w: 'z', m: ',' },
};
const BELGIAN = { ...FRENCH, 6: '§', 8: '!' };
const FRENCH_CAPS_LOCK = { A: 'Q', Q: 'A', Z: 'W', W: 'Z', M: '?' };
const GERMAN = { Y: 'Z', Z: 'Y', y: 'z', z: 'y', '-': 'ß', ']': '+' };

test.each([
  ['French', FRENCH],
  ['Belgian', BELGIAN],
  ['French with Caps Lock', FRENCH_CAPS_LOCK],
  ['German', GERMAN],
])('a scanner with the US layout at a %s keyboard is understood', (_layout, keys) => {
  const codes = [
    CODE,
    '0123456789ABCDEFGHJK',
    'MNPQRSTVWXYZ66668888',
    'QAZWYQAZWYQAZWYQAZWY',
    ...Array.from({ length: 50 }, newTicketCode),
  ];
  for (const code of codes) {
    for (const sent of [code, code.toLowerCase(), formatTicketCode(code), `]Q1${code}\r`]) {
      if (keys === FRENCH_CAPS_LOCK && sent !== code) continue;
      expect([sent, readTicketCodes(typedOn(keys, sent))]).toEqual([sent, expect.arrayContaining([code])]);
    }
  }
});

test.each([
  ...['', ' ', ']Q1', '\u0002\u0003', 'https://example.org', CODE.slice(1), `${CODE}0`, '7ZK4M0QXWE9V2TDH8R3U'],
  ...['4006381333931', '７ＺＫ４Ｍ', '&é"\'(-è_çà'],
])('%j holds no code', (text) => {
  expect(readTicketCodes(text)).toEqual([]);
});

test('new codes are well formed, and each character occurs', () => {
  const codes = Array.from({ length: 200 }, newTicketCode);
  expect(codes.map((code) => readTicketCodes(code)[0])).toEqual(codes);
  expect([...new Set(codes.join(''))].sort().join('')).toBe(CODE_ALPHABET);
});
