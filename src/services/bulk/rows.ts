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

/** The lines of a COPY, each with its end; a chunk holds whole lines. Those beyond `most` are left out. */
export async function* rowsOf(chunks: AsyncIterable<Buffer>, most: number, tally: Tally): AsyncGenerator<Buffer[]> {
  for await (const chunk of chunks) {
    const rows: Buffer[] = [];
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(0x0a, from) + 1 || chunk.length;
      if (tally.events === most) {
        tally.truncated = true;
      } else {
        tally.events += 1;
        rows.push(chunk.subarray(from, end));
      }
      from = end;
    }
    const last = rows.at(-1);
    if (last) tally.last = Buffer.from(last);
    yield rows;
  }
}

/** Gathers pieces into blocks; a piece is written by `place` at the given position, which answers its end. */
export class Blocks {
  private block = Buffer.allocUnsafeSlow(BLOCK);
  private at = 0;

  /** Answers a full block when there is no room left for `size` more bytes. */
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

  /** What is left; may be empty. */
  take(): Buffer {
    return this.block.subarray(0, this.at);
  }
}
