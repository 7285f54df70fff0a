import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type DeflateThreads, startDeflateThreads } from './deflate-threads.js';

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

/** No time and no system in it: the same content makes the same bytes. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const END = Buffer.from([0x03, 0x00]);
/** Level 6 takes an eighth longer and makes the files of events 3 % smaller. */
const OPTIONS = { level: 5, memLevel: 9, finishFlush: constants.Z_SYNC_FLUSH };
/** More would leave the others of the machine too little, and make a file hardly sooner. */
const THREADS = 2;
/** Blocks in memory: one in progress and one ready for each thread. */
const AT_ONCE = 2 * THREADS;

/**
 * One gzip member (RFC 1952) of all the blocks. Each block is deflated by itself, some at once, and flushed to a whole
 * byte, so that the pieces joined are one stream: cut anywhere, it is no valid gzip.
 *
 * @param release called with each block that may change again.
 */
export async function* gzipMember(
  blocks: AsyncIterable<Buffer>,
  release: (block: Buffer) => void = () => {},
): AsyncGenerator<Buffer> {
  const underWay: Promise<Buffer>[] = [];
  let threads: DeflateThreads | undefined;
  let checksum = 0;
  let size = 0;
  yield HEADER;
  try {
    for await (const block of blocks) {
      checksum = crc32(block, checksum);
      size += block.length;
      // Most files are one block, for which no thread need be started.
      if (size > block.length) threads ??= startDeflateThreads(THREADS, OPTIONS);
      const piece = (threads ? threads.deflate(block) : deflate(block, OPTIONS)).finally(() => release(block));
      // Whoever waits for it may have gone away.
      piece.catch(() => {});
      underWay.push(piece);
      if (underWay.length >= AT_ONCE) yield (await underWay.shift()) as Buffer;
    }
    for (const piece of underWay) yield await piece;
  } finally {
    await threads?.close();
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  yield Buffer.concat([END, trailer]);
}
