import { renderFile } from '../../src/bulk/render-file.js';
import { fillingFor } from '../../src/listings/documents.js';
import { ORIGIN_MARK, REF_MARK } from '../../src/listings/rules/event-document.js';

async function* pageOf<T>(...items: T[]): AsyncGenerator<T[]> {
  yield items;
}

test('no line is cut where a block of the file ends, whatever the length of the documents', async () => {
  // A picture of the service's own, its buy link and its page: three times the origin.
  const documents = Array.from({ length: 40_000 }, (_, index) => {
    const name = 'x'.repeat(index % 97);
    const links = `"buy_url":"${ORIGIN_MARK}/buy?ref=${REF_MARK}","url":"${ORIGIN_MARK}/e"`;
    return Buffer.from(`{"id":"evt_${index}","name":"${name}","image":"/pictures/1.jpg",${links}}`);
  });
  const file = renderFile({
    format: 'ndjson',
    filling: fillingFor('https://api.partner-events.example', 'code'),
    documents: pageOf(...documents),
    most: documents.length,
    withdrawals: pageOf(),
    totals: { events: 0, withdrawn: 0, truncated: false, last: null },
  });
  const pieces: Buffer[] = [];
  for await (const piece of file) pieces.push(piece);
  const lines = Buffer.concat(pieces).toString().trimEnd().split('\n');
  expect(pieces.length).toBeGreaterThan(20);
  expect(lines.map((line) => JSON.parse(line).id)).toEqual(documents.map((_, index) => `evt_${index}`));
});
