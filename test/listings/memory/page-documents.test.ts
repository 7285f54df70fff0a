import { type Borrower, PageDocuments } from '../../../src/listings/memory/page-documents.js';
import { prepare } from '../../../src/listings/memory/prepared-document.js';

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
const prepared = () => stored.map((document) => prepare(Buffer.from(document), Buffer.from('https://o')));

test('documents are joined around the partner’s code, or finished one by one', () => {
  const joined = new PageDocuments(prepared()).join('{"€":[', 'code', ']}');
  expect(joined.toString()).toBe(`{"€":[${finished.join(',')}]}`);
  expect(new PageDocuments(prepared()).finish('code').map(String)).toEqual(finished);
  expect(new PageDocuments([]).join('[', 'code', ']').toString()).toBe('[]');
  expect(new PageDocuments([]).finish('code')).toEqual([]);
});

test('borrowed ones are copied when told to, and given back once they are taken', () => {
  const borrowers = new Set<Borrower>();
  const lender = {
    lend: (one: Borrower) => void borrowers.add(one),
    giveBack: (one: Borrower) => void borrowers.delete(one),
  };
  const documents = prepared();
  const page = new PageDocuments(documents, lender);
  for (const borrower of borrowers) borrower.copyOut();
  for (const { bytes } of documents) bytes.fill(0);
  expect(page.finish('code').map(String)).toEqual(finished);
  borrowers.clear();
  const other = new PageDocuments(prepared(), lender);
  expect(borrowers.size).toBe(1);
  other.join('[', 'code', ']');
  expect(borrowers.size).toBe(0);
  expect(() => other.join('[', 'code', ']')).toThrow('taken before');
});
