import { Problem } from '../../api/problem.ts';

/** The columns. In downloads, a spreadsheet guard `'` precedes ids that look like a number, a date or a formula. */
const COLUMNS = ['order_id', 'event_id', 'sub_id', 'bought_at', 'note'];

/**
 * The sales in a CSV text (RFC 4180) whose first line names the columns.
 *
 * @throws {Problem} which names the column or line that is wrong.
 */
export function salesOfCsv(text: string): Record<string, string>[] {
  const [head = [], ...lines] = parseRows(text);
  const names = head.map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) throw refused(`the column ${unknown || '(empty)'} is unknown`);
  return lines.map((cells, index) => {
    if (cells.length !== names.length)
      throw refused(`line ${index + 2} has ${cells.length} cells, not ${names.length}`);
    const filled = cells.flatMap((cell, column) => {
      const name = names[column] ?? '';
      const value = name === 'note' ? cell.trim() : cell.trim().replace(/^'/, '');
      return value === '' ? [] : [[name, value]];
    });
    return Object.fromEntries(filled);
  });
}

const refused = (message: string) =>
  new Problem(400, { code: 'invalid_request', detail: `CSV: ${message}`, errors: [] });

/** Cells by line; empty lines are left out. Quoted cells may hold commas, line breaks and doubled quotes. */
function parseRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let read = 0;
  const content = text.replace(/^\uFEFF/, '');
  for (const [cell, quoted, plain = '', end] of content.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",;\r\n]*))([,;]|\r\n?|\n|$)/gy,
  )) {
    read += cell.length;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' || end === ';') continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  if (read < content.length) {
    const line = content.slice(0, read).split(/\r\n?|\n/).length;
    throw refused(`line ${line} cannot be read: check its quotes`);
  }
  return rows;
}
