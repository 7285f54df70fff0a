/**
 * Who opens a CSV file.
 *
 * - `programs` parse it: bulk files, feeds and files of the API. Plain RFC 4180 in UTF-8. The only change to a text is the
 *   reversible `'` before a formula.
 * - `people` open it in a spreadsheet: downloads of the dashboard and exports of the command line. A byte order mark makes Excel
 *   read UTF-8, and each text stays the text that it is.
 */
export type CsvReader = 'people' | 'programs';

/** A value that needs no guard because the service itself writes it: an amount, a day, an id. */
export interface PlainCell {
  plain: string;
}

/** Text is guarded; null and undefined are empty cells. */
export type CsvCell = string | number | boolean | null | undefined | PlainCell;

export type CsvColumn<Row> = readonly [name: string, cell: (row: Row) => CsvCell];

export interface CsvFile<Row> {
  /** The first line with its line end; in files for people after a byte order mark. */
  header: string;
  /** One record with its line end (CRLF). */
  line(row: Row): string;
}

/** Marks a value that is written unchanged. */
export function plain(text: string | null): PlainCell | null {
  return text === null ? null : { plain: text };
}

/** The writer of one kind of file. New columns are only added at the end, because programs may read by position. */
export function csvFile<Row>(reader: CsvReader, columns: readonly CsvColumn<Row>[]): CsvFile<Row> {
  const guard = reader === 'people' ? guardedForPeople : guardedText;
  const write = (cell: CsvCell): string => {
    if (cell === null || cell === undefined) return '';
    if (typeof cell === 'string') return quoted(guard(cell));
    return typeof cell === 'object' ? quoted(cell.plain) : String(cell);
  };
  return {
    header: `${reader === 'people' ? '\uFEFF' : ''}${columns.map(([name]) => quoted(name)).join(',')}\r\n`,
    line: (row) => `${columns.map(([, cell]) => write(cell(row))).join(',')}\r\n`,
  };
}

const NEEDS_QUOTES = /[",\r\n]/;

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Characters that begin a formula, in full width too. Apostrophes before them are counted, so that a reader can remove one. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** Text that no spreadsheet runs: a `'` before the formula. A reader who removes one `'` from such a cell gets the text back. */
export function guardedText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The start of a formula after a character at which a spreadsheet may split a cell, with quotes and blanks in between. */
const LATER_FORMULA = /([,;\t\r\n]["\s]*)(?=[=+\-@＝＋－＠])/g;

/** Digits with signs, separators and currency; fractions, times, percents, exponents. */
const NUMBER = /^(?=\D*\d)[\p{Sc}\s(+\-.,:/'%\d)]+(?:e[+-]?\d+|[ap]\.?m?\.?)?$/iu;
/** A month in English or German, with a day or a year: spreadsheets turn `SEPT2` into a date. */
const MONTH =
  /^[\d\s.,/-]*(?:jan(?:uary?)?|feb(?:ruary?)?|mar(?:ch)?|märz?|apr(?:il)?|ma[iy]|jun[ei]?|jul[iy]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)[\d\s.,/:-]*$/i;
const TRUTH = /^(?:true|false)$/i;

const readsAsValue = (text: string) => NUMBER.test(text) || (/\d/.test(text) && MONTH.test(text)) || TRUTH.test(text);

/** No formula runs, even if a file is split at semicolons, and no sub ID such as `00123` or `2026-11` changes. */
function guardedForPeople(text: string): string {
  const guarded = text.replace(LATER_FORMULA, "$1'");
  const start = guarded.replace(/^["\s]+/, '');
  return FORMULA.test(text) || FORMULA.test(start) || readsAsValue(start.trim()) ? `'${guarded}` : guarded;
}

/** Names in one cell, joined by `|`. A `|` or `\` in a name gets a `\`: readers split at each `|` without one before it. */
export function joinedNames(names: readonly string[]): string {
  return names.map((name) => (/[|\\]/.test(name) ? name.replace(/[|\\]/g, '\\$&') : name)).join('|');
}
