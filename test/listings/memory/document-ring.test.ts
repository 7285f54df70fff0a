import fc from 'fast-check';
import { DocumentRing } from '../../../src/listings/memory/document-ring.js';
import { Joined } from '../../../src/listings/sql/joined.js';

const MB = 1_048_576;
const ORIGIN = Buffer.from('https://o');

const rowsOf = (rows: readonly (readonly [string, string])[]) => ({
  ids: new Joined(Buffer.from(rows.map(([id]) => id).join('\n')), 0x0a),
  documents: new Joined(Buffer.from(rows.map(([, document]) => document).join('\u0003')), 0x03),
});

function keep(ring: DocumentRing, id: Buffer, document: Buffer, generation: number): void {
  ring.keepRows(rowsOf([[id.toString(), document.toString()]]), [0], generation);
}

function read(ring: DocumentRing, id: string): string | null {
  const found = ring.find(Buffer.from(id));
  return found ? found.bytes.toString('latin1', found.at, found.at + found.length) : null;
}

/** A document that says whose it is and fills `size` bytes. */
function made(id: string, size: number): Buffer {
  return Buffer.from(`${id}:`.padEnd(size, '.'));
}

describe('the ring of documents', () => {
  it('gives back what was kept last, with its generation', () => {
    const ring = new DocumentRing(MB, ORIGIN);
    keep(ring, Buffer.from('evt_1'), Buffer.from('one'), 1);
    keep(ring, Buffer.from('evt_2'), Buffer.from('two'), 1);
    keep(ring, Buffer.from('evt_1'), Buffer.from('ONE'), 2);
    expect([read(ring, 'evt_1'), read(ring, 'evt_2'), read(ring, 'evt_3')]).toEqual(['ONE', 'two', null]);
    expect(ring.find(Buffer.from('evt_1'))?.generation).toBe(2);
    ring.forget(Buffer.from('evt_1'));
    expect(read(ring, 'evt_1')).toBeNull();
    ring.clear();
    expect([read(ring, 'evt_2'), ring.size]).toEqual([null, 0]);
  });

  it('keeps nothing without memory, and nothing that is too long', () => {
    const none = new DocumentRing(0, ORIGIN);
    keep(none, Buffer.from('evt_1'), Buffer.from('one'), 1);
    expect(read(none, 'evt_1')).toBeNull();
    const ring = new DocumentRing(MB, ORIGIN);
    keep(ring, Buffer.from('evt_1'), Buffer.alloc(MB), 1);
    expect(read(ring, 'evt_1')).toBeNull();
  });

  it('is full, keeps the documents that are asked for, and lets go of the others', () => {
    const ring = new DocumentRing(4 * MB, ORIGIN);
    const size = 10_000;
    for (let i = 0; i < 2_000; i += 1) {
      keep(ring, Buffer.from(`evt_${i}`), made(`evt_${i}`, size), 1);
      for (let hot = 0; hot < 10; hot += 1) ring.find(Buffer.from(`evt_${hot}`));
    }
    expect(ring.size * size).toBeLessThanOrEqual(4 * MB);
    expect(ring.size * size).toBeGreaterThan(2.5 * MB);
    for (let hot = 0; hot < 10; hot += 1) expect(read(ring, `evt_${hot}`)).toMatch(`evt_${hot}:`);
    expect(read(ring, 'evt_100')).toBeNull();
    expect(read(ring, 'evt_1999')).toMatch('evt_1999:');
  });

  it('keeps some rows of a page, each with its own place for the partner’s code', () => {
    const ring = new DocumentRing(MB, ORIGIN);
    const long = '{"long":"€"'.padEnd(200_000, '.');
    const page = rowsOf([
      ['evt_1', '{"a":"\u0001/x?ref=\u0002","b":"\u0001/y"}'],
      ['evt_22', '{"not":"wanted"}'],
      ['evt_333', '{"no":"marks"}'],
      ['evt_4444', 'x'.repeat(MB)],
      ['evt_5', long],
      ['evt_66', '{"only":"\u0001/z"}'],
      ['evt_7', long],
    ]);
    const kept = ring.keepRows(page, [0, 2, 3, 4, 5, 6], 7);
    const texts = kept.map((document) => document?.bytes.toString('utf8', document.at, document.at + document.length));
    const first = '{"a":"https://o/x?ref=\u0002","b":"https://o/y"}';
    expect(texts).toEqual([first, '{"no":"marks"}', undefined, long, '{"only":"https://o/z"}', long]);
    expect(kept.map((document) => document?.ref)).toEqual([first.indexOf('\u0002'), -1, undefined, -1, -1, -1]);
    expect(['evt_22', 'evt_4444'].map((id) => read(ring, id))).toEqual([null, null]);
    expect(read(ring, 'evt_66')).toBe('{"only":"https://o/z"}');
    expect(ring.find(Buffer.from('evt_333'))).toMatchObject({ generation: 7, ref: -1 });
  });

  it('never gives a document of another event or an earlier one', () => {
    const step = fc.tuple(
      fc.constantFrom('keep', 'keep', 'keep', 'find', 'forget'),
      fc.nat(40),
      fc.integer({ min: 1, max: 200_000 }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const ring = new DocumentRing(2 * MB, ORIGIN);
        const latest = new Map<string, string>();
        steps.forEach(([what, number, size], version) => {
          const id = `evt_${number}`;
          if (what === 'forget') ring.forget(Buffer.from(id));
          if (what === 'forget') latest.delete(id);
          if (what === 'keep') {
            const document = made(`${id} ${version}`, size);
            keep(ring, Buffer.from(id), document, version);
            latest.set(id, document.toString());
          }
          for (const [each, document] of latest) expect([document, null]).toContain(read(ring, each));
        });
      }),
      { numRuns: 30 },
    );
  });
});
