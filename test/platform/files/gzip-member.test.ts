import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { gzipMember } from '../../../src/platform/files/gzip-member.js';

async function compress(blocks: Buffer[]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const source = async function* () {
    yield* blocks;
  };
  for await (const piece of gzipMember(source())) pieces.push(piece);
  return Buffer.concat(pieces);
}

test.each([
  ['nothing', []],
  ['an empty block', [Buffer.alloc(0)]],
  ['one block', [Buffer.from('one')]],
  ['many blocks', Array.from({ length: 20 }, (_, i) => Buffer.from(`line ${i}\n`.repeat(9_000)))],
  ['what does not compress', [randomBytes(300_000), randomBytes(1)]],
])('%s comes back', async (_name, blocks) => {
  const gz = await compress(blocks);
  expect(gunzipSync(gz).equals(Buffer.concat(blocks))).toBe(true);
  expect(gz.equals(await compress(blocks))).toBe(true);
});

test('a fault of the source is passed on', async () => {
  const source = async function* () {
    yield Buffer.from('x');
    throw new Error('the source broke');
  };
  await expect(async () => {
    for await (const _ of gzipMember(source()));
  }).rejects.toThrow('the source broke');
});
