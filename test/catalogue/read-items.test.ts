import { Readable } from 'node:stream';
import { type Item, LONGEST_ITEM, readItems } from '../../src/catalogue/input/read-items.js';

/** Reads the text cut into pieces of this many bytes. */
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
    expect(await read('[{"a":1},\n{"b":2}]\n{"c":3}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 2, value: { b: 2 } },
      { line: 3, refused: 'something follows the closing bracket of the array' },
    ]);
  });

  it('reads one object written over several lines, and the graph of a JSON-LD document', async () => {
    expect(await read('{\n  "a": 1,\n  "b": {\n  }\n}\n', size)).toEqual([{ line: 1, value: { a: 1, b: {} } }]);
    expect(await read('{"@context":"x",\n"@graph":[{"a":1},{"a":2}]}', size)).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 1, value: { a: 2 } },
    ]);
  });

  it('treats invalid JSON on line 1 as NDJSON', async () => {
    expect(await read('{"a":\n{"b":1}\n', size)).toEqual([
      { line: 1, refused: 'not valid JSON' },
      { line: 2, value: { b: 1 } },
    ]);
  });

  it.each([
    ['one event a line in a graph', '{"@context":"x","@graph":[\n{"a":1},\n{"a":2}\n]}\n'],
    ['a graph that begins on the second line', '{\n"@graph":[{"a":1},\n{"a":2}]}'],
    ['a minified graph', '{"@context":"x","@graph":[{"a":1},{"a":2}]}'],
    ['an array of graphs', '[{"@graph":[{"a":1}]},{"@graph":[{"a":2}]}]'],
    [
      'a list of events',
      '{"@type":"ItemList","itemListElement":[{"@type":"ListItem","item":{"a":1}},{"item":{"a":2}}]}',
    ],
    [
      'a list within a graph',
      '{"@graph":[{"@type":"WebPage"},{"@type":"schema:ItemList","itemListElement":[{"a":1},{"a":2}]}]}',
    ],
    ['CRLF and blanks before the first line', ' \r\n{"@graph":[\r\n{"a":1},\r\n{"a":2}]}\r\n\r\n'],
    ['one array on each line', '[{"a":1}]\n[{"a":2}]\n'],
    ['an array, then objects', '[{"a":1}]\n{"a":2}\n'],
    ['one graph on each line', '{"@graph":[{"a":1}]}\n{"@graph":[{"a":2}]}\n'],
    ['brackets within texts', '{"@context":"}]","@graph":[{"a":1},\n{"a":2}]}'],
  ])('reads the events of %s', async (_shape, text) => {
    const items = await read(text, size);
    expect(items.map((item) => ('value' in item ? item.value : item))).toEqual([{ a: 1 }, { a: 2 }]);
  });

  it('keeps the events of a graph and resolves their references', async () => {
    const place = { '@id': '#hall', '@type': 'Place', name: 'Hall', address: { '@id': '#street' } };
    const graph = {
      '@graph': [
        { '@type': 'WebSite', '@id': '#site' },
        {
          '@type': ['Event'],
          name: 'E',
          location: { '@id': '#hall' },
          performer: [{ '@type': 'Person', '@id': '#p' }],
        },
        place,
        { '@id': '#street', '@type': 'PostalAddress', addressLocality: 'Berlin' },
        { '@id': '#p', '@type': 'Person', name: 'Ada' },
      ],
    };
    const [item] = await read(JSON.stringify(graph), size);
    expect(item).toMatchObject({
      value: {
        name: 'E',
        location: [{ name: 'Hall', address: [{ addressLocality: 'Berlin' }] }],
        performer: [{ name: 'Ada' }],
      },
    });
    expect(await read('{"@graph":[{"@type":"WebSite"}]}', size)).toEqual([{ line: 1, refused: 'holds no Event' }]);
  });

  it('refuses a broken document once', async () => {
    expect(await read('{\n"@graph": [\n{"a":1},\n{"a":2}\n', size)).toEqual([{ line: 1, refused: 'not valid JSON' }]);
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
  ])('skips items longer than 64 KB in %s', async (_what, text) => {
    const items = await read(text, 1000);
    expect(items.map((item) => ('refused' in item ? item : item.line))).toEqual([
      1,
      { line: 2, refused: 'longer than 64 KB' },
      3,
      4,
    ]);
  });

  it.each([
    ['minified on one line', ''],
    ['with one event a line', '\n'],
  ])('reads a document %s up to 16 MB', async (_shape, separator) => {
    const event = { a: 'x'.repeat(1000) };
    const document = (count: number) =>
      `{"@graph":[${separator}${Array.from({ length: count }, () => JSON.stringify(event)).join(`,${separator}`)}]}`;
    expect(await read(document(1000), 100_000)).toHaveLength(1000);
    const [first, ...others] = await read(document(17_000), 1_000_000);
    expect(first).toMatchObject({ line: 1, refused: expect.stringContaining('over 16 MB') });
    expect(others).toEqual([]);
  });

  it('passes over a first line that is too long', async () => {
    expect(await read(`${long}\n{"a":1}\n`, 1000)).toEqual([
      { line: 1, refused: 'longer than 64 KB' },
      { line: 2, value: { a: 1 } },
    ]);
  });
});
