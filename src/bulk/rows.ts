/** Counts so far. */
export interface FileTotals {
  events: number;
  withdrawn: number;
  truncated: boolean;
  /** The document written last, its marks not filled in. */
  last: Buffer | null;
}

/** A part of the file before compression: one call of zlib for hundreds of documents. */
const BLOCK = 256 * 1024;

/** Counts documents as they pass; those beyond `most` are left out. */
export async function* counted(
  documents: AsyncIterable<Buffer[]>,
  most: number,
  totals: FileTotals,
): AsyncGenerator<Buffer[]> {
  for await (const some of documents) {
    const kept = some.slice(0, most - totals.events);
    totals.events += kept.length;
    totals.truncated ||= kept.length < some.length;
    const last = kept.at(-1);
    if (last) totals.last = Buffer.from(last);
    yield kept;
  }
}

/** Collects pieces into blocks; `place` writes a piece at the given position and returns its end. */
export class Blocks {
  private block = Buffer.allocUnsafeSlow(BLOCK);
  private at = 0;

  /** Returns the full block when `size` more bytes do not fit. */
  add(size: number, place: (target: Buffer, at: number) => number): Buffer | null {
    let full: Buffer | null = null;
    if (this.at + size > this.block.length) {
      full = this.take();
      this.block = Buffer.allocUnsafeSlow(Math.max(BLOCK, size));
      this.at = 0;
    }
    this.at = place(this.block, this.at);
    return full;
  }

  /** The rest; may be empty. */
  take(): Buffer {
    return this.block.subarray(0, this.at);
  }
}
