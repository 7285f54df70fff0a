import { readName, readText } from '../../src/core/text.js';

const CONTROL = 'must not contain control characters, noncharacters or broken characters';

test.each([
  ['  Velvet Harbour ', 'Velvet Harbour'],
  ['Velvet\nHarbour', 'Velvet Harbour'],
  ['Velvet \r\n\t Harbour', 'Velvet Harbour'],
  ['Velvet\x0b\x0cHarbour', 'Velvet Harbour'],
  ['Velvet\u2028\u2029Harbour\n', 'Velvet Harbour'],
  ['two  spaces stay', 'two  spaces stay'],
  ['Zoë 東京 😀 עברית\u200f', 'Zoë 東京 😀 עברית\u200f'],
  ['', ''],
  ['tt_test_summer', 'tt_test_summer'],
])('%j is kept as %j', (given, text) => {
  expect(readText(given)).toEqual({ text, fault: null });
});

test.each([
  ...['\0', '\x01', '\x0e', '\x1b', '\x1f', '\x7f', '\x80', '\x85', '\x9b', '\x9f'],
  ...['\ufdd0', '\ufffe', '\uffff', '\u{1ffff}', '\u{10fffe}', '\ud83d', '\udc00'],
])('%j is refused wherever it stands', (character) => {
  for (const given of [character, `a${character}`, `${character}b`, `a${character}b`]) {
    expect(readText(given)).toEqual({ text: null, fault: CONTROL });
  }
});

test.each(['tt_test_', 'tt_pk_live_', 'tt_sk_live_', 'tt_at_', 'tt_cs_', 'whsec_', 'TT_SK_LIVE_'])(
  'a text with the shape of %s… is refused, and not repeated',
  (prefix) => {
    for (const given of [prefix + 'a1'.repeat(20), `x-${prefix}${'a1'.repeat(8)}.y`]) {
      expect(readText(given)).toEqual({ text: null, fault: 'must not contain a key, token or secret' });
    }
  },
);

test.each([
  'Zoë 東京 😀 עברית',
  'می\u200cخواهم',
  'क्\u200dष ශ්\u200dරී',
  '👩\u200d💻 👩🏽\u200d🚀 ❤\ufe0f\u200d🔥 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3 ☺\ufe0f',
  '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '葛\u{e0100}城',
])('%j is a name', (name) => {
  expect(readName(name)).toEqual({ text: name, fault: null });
});

test.each([
  ...[
    'a\u200db',
    'a\u200cb',
    '\u200dक',
    'क\u200d',
    'क\u200d\u200dक',
    '😀\u200d',
    '\u200d😀',
    '😀\u200da',
    '1\ufe0f',
    'a\ufe0f',
  ],
  ...['\u202a', '\u202b', '\u202d', '\u202e', '\u202c', '\u2066', '\u2069', '\u200e', '\u200f', '\u061c'],
  ...[
    '\u200b',
    '\u2060',
    '\u00ad',
    '\u034f',
    '\u115f',
    '\u3164',
    '\uffa0',
    '\u2800',
    '\ufff9',
    '\u{e0041}',
    '\u{e0100}',
  ],
])('the invisible character in %j is not stored', (text) => {
  const visible = [...text].filter((character) => /[ab1क😀]/u.test(character)).join('');
  expect(readName(`Velvet${text}Harbour`)).toEqual({ text: `Velvet${visible}Harbour`, fault: null });
});
