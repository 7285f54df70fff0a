import type { Event } from '../../core/wire/event.js';

type Cell = string | number | boolean | null | undefined;

/** Columns of every CSV file of events. New ones are only added at the end. */
const COLUMNS: readonly (readonly [name: string, cell: (event: Event) => Cell])[] = [
  ['id', (event) => event.id],
  ['name', (event) => event.name],
  ['status', (event) => event.status],
  ['starts_at', (event) => event.starts_at],
  ['ends_at', (event) => event.ends_at],
  ['date', (event) => event.date],
  ['timezone', (event) => event.timezone],
  ['venue', (event) => event.location.venue],
  ['address', (event) => event.location.address],
  ['city', (event) => event.location.city],
  ['country', (event) => event.location.country],
  ['lat', (event) => event.location.lat],
  ['lng', (event) => event.location.lng],
  ['image', (event) => event.image],
  ['category', (event) => event.category],
  ['performers', (event) => event.performers.map(({ name }) => name).join('|')],
  ['price_from', (event) => event.tickets.from],
  ['price_to', (event) => event.tickets.to],
  ['currency', (event) => event.tickets.currency],
  ['availability', (event) => event.tickets.availability],
  ['buy_url', (event) => event.tickets.buy_url],
  ['earn_eligible', (event) => event.earn.eligible],
  ['earn_amount', (event) => event.earn.amount],
  ['earn_percent', (event) => event.earn.percent],
  ['earn_currency', (event) => event.earn.currency],
  ['earn_description', (event) => event.earn.description],
  ['can_share', (event) => event.can_share],
  ['url', (event) => event.url],
  ['short_description', (event) => event.display.short_description],
  ['date_label', (event) => event.display.date_label],
  ['price_label', (event) => event.display.price_label],
  ['organizer_name', (event) => event.organizer.name],
  ['organizer_verified', (event) => event.organizer.verified],
  ['test', (event) => event.test],
  ['updated_at', (event) => event.updated_at],
  ['inventory_updated_at', (event) => event.inventory_updated_at],
];

export const EVENT_CSV_COLUMNS: readonly string[] = COLUMNS.map(([name]) => name);

/** The header row, with its line end. */
export const EVENT_CSV_HEADER = `${EVENT_CSV_COLUMNS.join(',')}\r\n`;

/** First characters that make spreadsheets run a formula, in full width too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** Text for a cell that no spreadsheet reads as a formula. */
export function guardedText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** A cell of RFC 4180, quoted if needed. */
export function csvCell(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function write(value: Cell): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? csvCell(guardedText(value)) : String(value);
}

/**
 * One event as a row of RFC 4180 with its line end (CRLF): null is empty, performers are joined by `|`, and text that a
 * spreadsheet would read as a formula begins with `'`. Numbers are never touched.
 */
export function eventCsvRow(event: Event): string {
  return `${COLUMNS.map(([, cell]) => write(cell(event))).join(',')}\r\n`;
}
