import fc from 'fast-check';
import { valuesOf } from '../../../src/bulk/sql/bulk-copy.js';

function number(bytes: 2 | 4, value: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeIntBE(value, 0, bytes);
  return buffer;
}

/** A binary COPY of one column, as the server writes it. */
function copyOf(values: readonly Buffer[], extension: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
    number(4, 0),
    number(4, extension.length),
    extension,
    ...values.flatMap((value) => [number(2, 1), number(4, value.length), value]),
    number(2, -1),
  ]);
}

async function* cutAt(bytes: Buffer, places: readonly number[]): AsyncGenerator<Buffer> {
  const inside = places.map((place) => place % bytes.length).sort((a, b) => a - b);
  for (const [i, place] of [...inside, bytes.length].entries()) yield bytes.subarray(inside[i - 1] ?? 0, place);
}

test('the values of a COPY come back, wherever its bytes are cut', async () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array));
  await fc.assert(
    fc.asyncProperty(fc.array(bytes), bytes, fc.array(fc.nat()), async (values, extension, places) => {
      const read: Buffer[] = [];
      for await (const some of valuesOf(cutAt(copyOf(values, extension), places))) read.push(...some);
      expect(read.map((value) => value.toString('hex'))).toEqual(values.map((value) => value.toString('hex')));
    }),
  );
});
