/** What has been written so far. */
export interface Tally {
  events: number;
  withdrawn: number;
  truncated: boolean;
  /** The document written last, its marks not filled in. */
  last: Buffer | null;
}

/** A piece of the file before it is compressed. Its borders depend on the content alone, so that bytes repeat. */
const BLOCK = 512 * 1024;

/** Counts documents as they pass; those beyond `most` are left out. */
export async function* counted(
  documents: AsyncIterable<Buffer[]>,
  most: number,
  tally: Tally,
): AsyncGenerator<Buffer[]> {
  for await (const some of documents) {
    const kept = some.slice(0, most - tally.events);
    tally.events += kept.length;
    tally.truncated ||= kept.length < some.length;
    const last = kept.at(-1);
    if (last) tally.last = Buffer.from(last);
    yield kept;
  }
}

/** Gathers pieces into blocks; a piece is written by `place` at the given position, which answers its end. */
export class Blocks {
  private readonly free: Buffer[] = [];
  private block = this.allocate(BLOCK);
  private at = 0;

  /** Returns a full block when there is no room left for `size` more bytes. */
  add(size: number, place: (target: Buffer, at: number) => number): Buffer | null {
    let full: Buffer | null = null;
    if (this.at + size > this.block.length) {
      full = this.take();
      this.block = this.allocate(size);
      this.at = 0;
    }
    this.at = place(this.block, this.at);
    return full;
  }

  /** What is left; may be empty. */
  take(): Buffer {
    return this.block.subarray(0, this.at);
  }

  /** Takes back a block that was given out, to be filled anew. */
  release({ buffer }: Buffer): void {
    if (buffer.byteLength === BLOCK) this.free.push(Buffer.from(buffer));
  }

  /** Memory that threads can read without a copy. */
  private allocate(size: number): Buffer {
    const free = size <= BLOCK ? this.free.pop() : undefined;
    return free ?? Buffer.from(new SharedArrayBuffer(Math.max(BLOCK, size)));
  }
}
