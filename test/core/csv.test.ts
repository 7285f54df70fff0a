import fc from 'fast-check';
import { csvFile, guardedText, joinedNames, plain } from '../../src/core/csv.js';

const lineOf = (reader: 'people' | 'programs', ...cells: Parameters<typeof csvFile<null>>[1][number][1][]) =>
  csvFile<null>(
    reader,
    cells.map((cell, index) => [`column${index}`, cell]),
  ).line(null);
const cellOf = (reader: 'people' | 'programs', text: string) => parsed(lineOf(reader, () => text).slice(0, -2))?.[0];

/** The fields of one record, read as RFC 4180 says, or null when it is no single record. */
function parsed(record: string): string[] | null {
  const fields: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|$)/y;
  for (;;) {
    const match = field.exec(record);
    if (!match) return null;
    fields.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '') return fields;
  }
}

test('an RFC 4180 reader reads all cells of a file for programs', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', '=', 'ä', '|', "'") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = lineOf('programs', ...cells.map((cell) => () => cell));
      expect(parsed(line.slice(0, -2))).toEqual(cells.map(guardedText));
    }),
    { numRuns: 300 },
  );
});

test('only files for people begin with a byte order mark', () => {
  const columns = [['name', () => null]] as const;
  expect(csvFile('people', columns).header).toBe('\uFEFFname\r\n');
  expect(csvFile('programs', columns).header).toBe('name\r\n');
});

test.each([null, undefined, plain(null)])('an absent value (%p) is an empty cell', (cell) => {
  expect(lineOf('people', () => cell)).toBe('\r\n');
});

test.each(['people', 'programs'] as const)('numbers and plain values in a file for %s are not changed', (reader) => {
  const cells = [-5, true, plain('-5.00'), plain('2026-11-01'), plain('a,b')];
  expect(lineOf(reader, ...cells.map((cell) => () => cell))).toBe('-5,true,-5.00,2026-11-01,"a,b"\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM', "'=1", "''-1"])(
  'every file guards the formula %j with one apostrophe',
  (text) => {
    expect(cellOf('programs', text)).toBe(`'${text}`);
    expect(cellOf('people', text)?.replace(/(?<=\s)'/, '')).toBe(`'${text}`);
  },
);

test('a reader who removes one apostrophe before a formula gets every text back', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', 'a', '-', '@', '1') });
  fc.assert(
    fc.property(text, (given) => {
      const read = guardedText(given);
      expect(/^'+[=+\-@\t\r\n＝＋－＠]/.test(read) ? read.slice(1) : read).toBe(given);
    }),
  );
});

test.each(['1=1', ' =1', 'a-b', '', 'ä', "'n Sync", "'til late", 'AC|DC', '00123', '2026-11', '73928e05', 'x;=1'])(
  'a file for programs does not change %j',
  (text) => {
    expect(cellOf('programs', text)).toBe(text);
  },
);

// Values that spreadsheets turn into numbers, dates, times or truth values when they open a file.
test.each([
  ...['00123', '2026-11', '73928e05', '1E5', '4111111111111111', '1.250,00', '1,250', '12/25', '3-4', '10:30', '7 pm'],
  ...[
    '$35',
    '25 €',
    '50%',
    '(12)',
    '1 1/2',
    'SEPT2',
    'MARCH1',
    '1-Dec',
    'Okt 2026',
    '24. Mai',
    'TRUE',
    'false',
    ' 007 ',
  ],
])('a file for people keeps %j as text', (text) => {
  expect(cellOf('people', text)).toBe(`'${text}`);
});

test.each([
  ['Tickets;=HYPERLINK("https://evil.example")', 'Tickets;\'=HYPERLINK("https://evil.example")'],
  ['Rock, =1+1', "Rock, '=1+1"],
  ['first\n=cmd|calc', "first\n'=cmd|calc"],
  ['first\r\n@SUM(A1)', "first\r\n'@SUM(A1)"],
  ['a\t+1', "a\t'+1"],
  ['a;"=1+1"', `a;"'=1+1"`],
  ['a;;-1', "a;;'-1"],
  ['a,＝1', "a,'＝1"],
  [' =1+1', "' =1+1"],
  ['"=1+1"', `'"=1+1"`],
  ['\u00a0-2', "'\u00a0-2"],
])('a file for people guards the later formula in %j', (text, expected) => {
  expect(cellOf('people', text)).toBe(expected);
});

test.each([
  ...['Beyoncé', 'May Day', 'Marching Band 2', 'AC/DC', 'U2', 'summer-mail_7', 'blink-182', '3 Doors Down', 'Maroon 5'],
  ...['1e5f', 'Sunn O)))', 'Level 42', 'true story', 'a;b', 'Lunch, dinner', "'n Sync", '', '5 Seconds of Summer'],
])('a file for people does not change %j', (text) => {
  expect(cellOf('people', text)).toBe(text);
});

test.each([
  [[], ''],
  [['AC|DC'], 'AC\\|DC'],
  [['A', 'B'], 'A|B'],
  [['A|', 'B'], 'A\\||B'],
  [['A\\', 'B'], 'A\\\\|B'],
])('names %j are joined as %j', (names, expected) => {
  expect(joinedNames(names)).toBe(expected);
});

test('a reader who splits at unescaped bars gets all names back', () => {
  const name = fc.string({ unit: fc.constantFrom('|', '\\', 'a', ' '), minLength: 1 });
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
      const read = [...joinedNames(names).matchAll(/((?:[^|\\]|\\.)*)(?:\||$)/gy)].map(([, each = '']) =>
        each.replace(/\\(.)/g, '$1'),
      );
      expect(read.slice(0, names.length)).toEqual(names);
    }),
  );
});
