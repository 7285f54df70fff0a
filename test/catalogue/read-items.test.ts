import { Readable } from 'node:stream';
import { type Item, LONGEST_ITEM, readItems } from '../../src/catalogue/input/read-items.js';

/** Reads the text cut into pieces of so many bytes. */
async function read(text: string | Buffer, pieceSize = 7): Promise<Item[]> {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieceSize) pieces.push(bytes.subarray(at, at + pieceSize));
  const items: Item[] = [];
  for await (const item of readItems(Readable.from(pieces))) items.push(item);
  return items;
}

describe.each([1, 7, 100_000])('readItems, %d bytes at a time', (size) => {
  it('reads NDJSON with blank lines, CRLF, a byte order mark and no last newline', async () => {
    expect(await read('\ufeff{"a":1}\r\n\n  \n{"a":"ü\\n"}\n{"a":3}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 4, value: { a: 'ü\n' } },
      { line: 5, value: { a: 3 } },
    ]);
  });

  it('goes on after lines it cannot read, and counts them', async () => {
    const broken = Buffer.concat([
      Buffer.from('{"a":1}\n{"a":\n{"b":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n{"c":"\0"}\n7\n'),
    ]);
    expect(await read(broken, size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, refused: 'not valid JSON' },
      { line: 3, refused: 'not valid UTF-8' },
      { line: 4, refused: 'contains a NUL byte' },
      { line: 5, value: 7 },
    ]);
  });

  it('reads a JSON array, one element or many a line', async () => {
    expect(await read('[{"a":"]},{"},\n {"b":[1,{"c":"\\"]"}]}, 3\n,"x"]\n', size)).toEqual([
      { line: 1, value: { a: ']},{' } },
      { line: 2, value: { b: [1, { c: '"]' }] } },
      { line: 2, value: 3 },
      { line: 3, value: 'x' },
    ]);
    expect(await read(' [ ] ', size)).toEqual([]);
  });

  it('says when an array is broken', async () => {
    expect(await read('[{"a":1},\n{"b":2}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, refused: 'the array ends early: its closing bracket is missing' },
    ]);
    expect(await read('[{"a":1}]\n{"b":2}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, refused: 'something follows the closing bracket of the array' },
    ]);
  });

  it('reads one object written over several lines, and the graph of a JSON-LD document', async () => {
    expect(await read('{\n  "a": 1,\n  "b": {\n  }\n}\n', size)).toEqual([{ line: 1, value: { a: 1, b: {} } }]);
    expect(await read('{"@context":"x",\n"@graph":[{"a":1},{"a":2}]}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 1, value: { a: 2 } },
    ]);
  });

  it('takes a broken first line for a line', async () => {
    expect(await read('{"a":\n{"b":1}\n', size)).toEqual([
      { line: 1, refused: 'not valid JSON' },
      { line: 2, value: { b: 1 } },
    ]);
  });

  it('finds nothing in nothing', async () => {
    expect(await read('', size)).toEqual([]);
    expect(await read('\n \n', size)).toEqual([]);
  });
});

describe('readItems', () => {
  const long = JSON.stringify({ a: 'x'.repeat(LONGEST_ITEM) });
  const longest = JSON.stringify({ a: 'x'.repeat(LONGEST_ITEM - 8) });

  it.each([
    ['lines', `{"a":1}\n${long}\n${longest}\n{"a":2}\n`],
    ['an array', `[{"a":1},\n${long},\n${longest},\n{"a":2}]`],
  ])('passes over what is longer than 64 KB in %s', async (_what, text) => {
    const items = await read(text, 1000);
    expect(items.map((item) => ('refused' in item ? item : item.line))).toEqual([
      1,
      { line: 2, refused: 'longer than 64 KB' },
      3,
      4,
    ]);
  });

  it('passes over a first line that is too long', async () => {
    expect(await read(`${long}\n{"a":1}\n`, 1000)).toEqual([
      { line: 1, refused: 'longer than 64 KB' },
      { line: 2, value: { a: 1 } },
    ]);
  });
});
