import type { BulkFormat } from '../../domain/bulk.js';
import { EVENT_CSV_HEADER, eventCsvRow } from '../../domain/event-csv.js';
import { type Filling, fillDocument, readDocument } from '../listings/documents.js';
import { Blocks, rowsOf, type Tally } from './rows.js';

export interface WithdrawnLine {
  id: string;
  withdrawnAt: string;
}

export interface RenderInput {
  format: BulkFormat;
  filling: Filling;
  /** Stored documents, a line each. */
  documents: AsyncIterable<Buffer>;
  /** Documents that the file may hold; one more says that it is truncated. */
  most: number;
  /** What to take down, in pages; read after the documents. */
  withdrawals: AsyncIterable<WithdrawnLine[]>;
  tally: Tally;
}

/** The file's content in blocks: a line for each event, then in NDJSON a line for each withdrawal. */
export async function* renderFile({
  format,
  filling,
  documents,
  most,
  withdrawals,
  tally,
}: RenderInput): AsyncGenerator<Buffer> {
  const blocks = new Blocks();
  const extra = 2 * filling.origin.length + filling.ref.length;
  const text = (line: string) => {
    const bytes = Buffer.from(line);
    return blocks.add(bytes.length, (target, at) => at + bytes.copy(target, at));
  };
  if (format === 'csv') text(EVENT_CSV_HEADER);
  for await (const rows of rowsOf(documents, most, tally)) {
    for (const row of rows) {
      const full =
        format === 'csv'
          ? text(eventCsvRow(readDocument(row, filling)))
          : blocks.add(row.length + extra, (target, at) => fillDocument(target, at, row, filling));
      if (full) yield full;
    }
  }
  for await (const page of withdrawals) {
    for (const { id, withdrawnAt } of page) {
      tally.withdrawn += 1;
      if (format === 'csv') continue;
      const full = text(`${JSON.stringify({ object: 'withdrawn', id, withdrawn_at: withdrawnAt })}\n`);
      if (full) yield full;
    }
  }
  const rest = blocks.take();
  if (rest.length > 0) yield rest;
}
