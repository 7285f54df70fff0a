import { type Filling, fillDocument, longestFilled, readDocument } from '../listings/documents.js';
import { EVENT_CSV } from '../listings/rules/event-csv.js';
import type { WithdrawalRow } from '../listings/sql/withdrawals.js';
import type { BulkFormat } from './rules/bulk.js';

const LINE_END = 0x0a;

/** Counts so far. */
export interface FileTotals {
  events: number;
  withdrawn: number;
  truncated: boolean;
  /** The document written last, its marks not filled in. */
  last: Buffer | null;
}

export interface RenderInput {
  format: BulkFormat;
  filling: Filling;
  documents: AsyncIterable<Buffer[]>;
  /** Maximum number of documents; one more means that the file is truncated. */
  most: number;
  /** Events to take down, in pages; read after the documents. */
  withdrawals: AsyncIterable<WithdrawalRow[]>;
  totals: FileTotals;
}

/** The file's content in blocks: a line for each event, then in NDJSON a line for each withdrawal. */
export async function* renderFile({
  format,
  filling,
  documents,
  most,
  withdrawals,
  totals,
}: RenderInput): AsyncGenerator<Buffer> {
  const blocks = new Blocks();
  const text = (line: string) => {
    const bytes = Buffer.from(line);
    return blocks.add(bytes.length, (target, at) => at + bytes.copy(target, at));
  };
  if (format === 'csv') text(EVENT_CSV.header);
  for await (const some of counted(documents, most, totals)) {
    for (const document of some) {
      const full =
        format === 'csv'
          ? text(EVENT_CSV.line(readDocument(document, filling)))
          : blocks.add(longestFilled(document, filling) + 1, (target, at) => {
              const end = fillDocument(target, at, document, filling);
              target[end] = LINE_END;
              return end + 1;
            });
      if (full) yield full;
    }
  }
  for await (const page of withdrawals) {
    for (const { id, withdrawnAt } of page) {
      totals.withdrawn += 1;
      if (format === 'csv') continue;
      const full = text(`${JSON.stringify({ object: 'withdrawn', id, withdrawn_at: withdrawnAt })}\n`);
      if (full) yield full;
    }
  }
  const rest = blocks.take();
  if (rest.length > 0) yield rest;
}

/** A part of the file before compression: one call of zlib for hundreds of documents. */
const BLOCK = 256 * 1024;

/** Counts documents as they pass; those beyond `most` are left out. */
async function* counted(
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
class Blocks {
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
