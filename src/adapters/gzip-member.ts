import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);

/** No time and no system in it: the same content makes the same bytes. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty last block. */
const END = Buffer.from([0x03, 0x00]);

/**
 * One gzip member (RFC 1952) of all the blocks. Each block is deflated by itself, several at once on the threads of the
 * process, and flushed to a whole byte, so that the pieces joined are one stream: cut anywhere, it is no valid gzip.
 *
 * @param options.atOnce blocks in memory.
 */
export async function* gzipMember(
  blocks: AsyncIterable<Buffer>,
  options: { level?: number; atOnce?: number } = {},
): AsyncGenerator<Buffer> {
  const { level = 6, atOnce = 4 } = options;
  const underWay: Promise<Buffer>[] = [];
  let checksum = 0;
  let size = 0;
  yield HEADER;
  for await (const block of blocks) {
    checksum = crc32(block, checksum);
    size += block.length;
    const piece = deflate(block, {
      level,
      finishFlush: constants.Z_SYNC_FLUSH,
      // One trip to a thread a block.
      chunkSize: Math.max(16_384, block.length >> 1),
    });
    // Whoever waits for it may have gone away.
    piece.catch(() => {});
    underWay.push(piece);
    if (underWay.length >= atOnce) yield (await underWay.shift()) as Buffer;
  }
  for (const piece of underWay) yield await piece;
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(size % 2 ** 32, 4);
  yield Buffer.concat([END, trailer]);
}
