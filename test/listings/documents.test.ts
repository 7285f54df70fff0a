import { joinDocuments, prepareDocument, readShown } from '../../src/listings/documents.js';

const stored = [
  '{"name":"€ – ß","a":"\u0001/x?ref=\u0002","b":"\u0001/y"}',
  '{"name":"no marks"}',
  '{"a":"\u0001/z?ref=\u0002","b":"\u0001/z"}',
  '{"image":"/p","a":"\u0001/z?ref=\u0002","b":"\u0001/z"}',
];
const finished = [
  '{"name":"€ – ß","a":"https://o/x?ref=code","b":"https://o/y"}',
  '{"name":"no marks"}',
  '{"a":"https://o/z?ref=code","b":"https://o/z"}',
  '{"image":"https://o/p","a":"https://o/z?ref=code","b":"https://o/z"}',
];
const prepared = () => stored.map((document) => prepareDocument(Buffer.from(document), Buffer.from('https://o')));

test('documents are joined around the partner’s code', () => {
  const joined = joinDocuments('{"€":[', prepared(), 'code', ']}');
  expect(joined.toString()).toBe(`{"€":[${finished.join(',')}]}`);
  expect(joinDocuments('[', [], 'code', ']').toString()).toBe('[]');
});

test('documents that are not kept are joined in their stored form', () => {
  const origin = Buffer.from('https://o');
  const mixed = prepared().map((kept, i) => (i % 2 ? kept : { bytes: Buffer.from(stored[i] as string), origin }));
  expect(joinDocuments('[', mixed, 'code', ']').toString()).toBe(`[${finished.join(',')}]`);
});

test('no code is too short or too long for them, and kept documents contain none', () => {
  const kept = prepared();
  for (const code of ['', 'c', 'a-code-that-is-longer-than-anything-else', 'code']) {
    const expected = finished.map((document) => JSON.parse(document.replace('=code', `=${code}`)));
    expect(readShown(kept, code)).toEqual(expected);
  }
});
