import { Readable } from 'node:stream';
import { type CsvCell, type CsvColumn, type CsvReader, csvFile, plain } from '../core/csv.js';
import { currencyExponent } from '../core/money.js';
import { type XlsxCell, xlsxFile } from '../platform/files/xlsx.js';
import type { Settlement, StatementLine } from './wire.js';

export interface StatementSource {
  settlement: Settlement;
  /** In pages. */
  lines(): AsyncIterable<StatementLine[]> | Iterable<StatementLine[]>;
}

interface Line {
  settlement: Settlement;
  line: StatementLine;
}

/** Fixed; new columns only at the end. The sum of `commission` is the statement's amount, without VAT. */
const COLUMNS: readonly CsvColumn<Line>[] = [
  ['settlement_id', ({ settlement }) => settlement.id],
  ['period_start', ({ settlement }) => plain(settlement.period_start)],
  ['period_end', ({ settlement }) => plain(settlement.period_end)],
  ['id', ({ line }) => line.id],
  ['kind', ({ line }) => line.kind],
  ['sale_id', ({ line }) => line.sale_id],
  ['event_id', ({ line }) => line.event_id],
  ['sub_id', ({ line }) => line.sub_id],
  ['transaction_value', ({ line }) => amount(line.transaction_value, line.currency)],
  ['commission', ({ line }) => amount(line.commission, line.currency)],
  ['currency', ({ line }) => line.currency],
  ['status', ({ line }) => line.status],
  ['reason', ({ line }) => line.reason],
  ['created_at', ({ line }) => plain(line.created_at)],
  ['note', ({ line }) => line.note ?? null],
  // Sums of the whole statement, repeated on each line.
  ['statement_net', ({ settlement }) => amount(settlement.amount, settlement.currency)],
  ['statement_vat_rate', ({ settlement }) => settlement.vat?.rate],
  ['statement_vat', ({ settlement }) => amount(settlement.vat?.amount ?? null, settlement.currency)],
  ['statement_total', ({ settlement }) => amount(settlement.vat?.total ?? settlement.amount, settlement.currency)],
  ['order_id', ({ line }) => line.order_id],
];

/** An amount with all the digits of its currency. */
function amount(value: number | null, currency: string) {
  return value === null ? null : plain(value.toFixed(currencyExponent(currency)));
}

/** Larger statements are streamed, without a validator. */
const BUFFERED_LINES = 10_000;

/** A statement's lines as CSV; amounts have all the digits of their currency. */
export async function settlementCsv(source: StatementSource, reader: CsvReader): Promise<Buffer | Readable> {
  const text = pages(source, reader);
  if (source.settlement.lines > BUFFERED_LINES) return Readable.from(text);
  let whole = '';
  for await (const page of text) whole += page;
  return Buffer.from(whole);
}

async function* pages({ settlement, lines }: StatementSource, reader: CsvReader): AsyncGenerator<string> {
  const file = csvFile(reader, COLUMNS);
  yield file.header;
  for await (const page of lines()) {
    if (page.length > 0) yield page.map((line) => file.line({ settlement, line })).join('');
  }
}

/** The same lines as a workbook. Amounts are numbers; ids and click ids stay the texts that they are. */
export function settlementXlsx({ settlement, lines }: StatementSource): AsyncGenerator<Uint8Array> {
  return xlsxFile({
    name: settlement.id,
    header: COLUMNS.map(([name]) => name),
    rows: rowsOf(settlement, lines),
    madeAt: new Date(settlement.issued_at),
  });
}

async function* rowsOf(settlement: Settlement, lines: StatementSource['lines']): AsyncGenerator<XlsxCell[][]> {
  for await (const page of lines()) {
    yield page.map((line) => COLUMNS.map(([, cell]) => toXlsxCell(cell({ settlement, line }))));
  }
}

/** Cells that the service writes, and cells of digits alone, are amounts. */
function toXlsxCell(cell: CsvCell): XlsxCell {
  if (cell === null || cell === undefined) return null;
  if (typeof cell === 'number') return { number: String(cell) };
  if (typeof cell !== 'object') return String(cell);
  return /^-?\d+(\.\d+)?$/.test(cell.plain) ? { number: cell.plain } : cell.plain;
}
