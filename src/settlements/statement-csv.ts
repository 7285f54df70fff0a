import { Readable } from 'node:stream';
import { currencyExponent } from '../core/money.js';
import type { Earning } from '../earnings/wire.js';
import { csvCell, guardedText } from '../listings/rules/event-csv.js';
import type { Settlement } from './wire.js';

export interface StatementSource {
  settlement: Settlement;
  lines(): AsyncGenerator<Earning[]>;
}

/** Fixed; new columns only at the end. The sum of `commission` is the statement's amount. */
const COLUMNS = [
  ...['settlement_id', 'period_start', 'period_end', 'id', 'kind', 'sale_id', 'event_id', 'sub_id'],
  ...['transaction_value', 'commission', 'currency', 'status', 'reason', 'created_at'],
];

/** Above this a statement is sent as it is read, without a validator. */
const BUFFERED_LINES = 10_000;

/** A statement's lines as CSV (RFC 4180, UTF-8, a header row); amounts have all the digits of their currency. */
export async function settlementCsv(source: StatementSource): Promise<Buffer | Readable> {
  const text = pages(source);
  if (source.settlement.lines > BUFFERED_LINES) return Readable.from(text);
  let whole = '';
  for await (const page of text) whole += page;
  return Buffer.from(whole);
}

async function* pages({ settlement, lines }: StatementSource): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const page of lines()) {
    if (page.length > 0) yield page.map((line) => `${row(settlement, line)}\r\n`).join('');
  }
}

function row({ id, period_start, period_end }: Settlement, line: Earning): string {
  const amount = (value: number | null) => (value === null ? null : fixed(value, line.currency));
  const cells = [
    ...[id, period_start, period_end, line.id, line.kind, line.sale_id, line.event_id, guardedText(line.sub_id ?? '')],
    ...[
      amount(line.transaction_value),
      amount(line.commission),
      line.currency,
      line.status,
      line.reason,
      line.created_at,
    ],
  ];
  return cells.map((cell) => csvCell(cell ?? '')).join(',');
}

/** An amount with all the digits of its currency. */
function fixed(value: number, currency: string): string {
  return value.toFixed(currencyExponent(currency));
}
