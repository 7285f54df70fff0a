import { isProblem, Problem, sentence } from '../../api/problem.ts';

/** The columns. In downloads, a spreadsheet guard `'` precedes ids that look like a number, a date or a formula. */
const COLUMNS = ['order_id', 'event_id', 'sub_id', 'bought_at', 'note'];

/** What people call a column, where it is not ours. */
const MEANT: Record<string, string> = {
  order: 'order_id',
  orderid: 'order_id',
  event: 'event_id',
  eventid: 'event_id',
  subid: 'sub_id',
  click_id: 'sub_id',
  clickid: 'sub_id',
  date: 'bought_at',
  time: 'bought_at',
  day: 'bought_at',
};

interface Sales {
  sales: Record<string, string>[];
  /** The line of each sale in the file. */
  lines: number[];
}

/**
 * The sales in a CSV text (RFC 4180) whose first line names the columns.
 *
 * @throws {Problem} which names the column or line that is wrong.
 */
export function salesOfCsv(text: string): Sales {
  const [head, ...rows] = parseRows(text);
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const unknown = names.find((name) => !COLUMNS.includes(name));
  if (unknown !== undefined) {
    const meant = MEANT[unknown.replaceAll(/[\s-]/g, '_')];
    throw refused([
      `We don’t know the column "${unknown}". ${meant ? `Use ${meant}.` : `The columns are ${COLUMNS.join(', ')}.`}`,
    ]);
  }
  const uneven = rows.filter(({ cells }) => cells.length !== names.length);
  if (uneven.length > 0) {
    throw refused(
      uneven.map(
        ({ line, cells }) => `Line ${line}: it has ${cells.length} cells, the first line has ${names.length}.`,
      ),
    );
  }
  const sales = rows.map(({ cells }) => {
    const filled = cells.flatMap((cell, column) => {
      const name = names[column] ?? '';
      const value = name === 'note' ? cell.trim() : cell.trim().replace(/^'/, '');
      return value === '' ? [] : [[name, value]];
    });
    return Object.fromEntries(filled);
  });
  return { sales, lines: rows.map(({ line }) => line) };
}

/** The most mistakes in one message. */
const MOST_SHOWN = 20;

const refused = (faults: string[]) => {
  const more = faults.length - MOST_SHOWN;
  const shown = [...faults.slice(0, MOST_SHOWN), ...(more > 0 ? [`And ${more} more.`] : [])];
  return new Problem(400, { code: 'invalid_request', detail: shown.join('\n'), errors: [] });
};

/** A refusal of the service, whose fields are `sales.<index>.<column>`, by line and column of the file. */
export function faultsInLines(error: unknown, lines: readonly number[]): unknown {
  if (!isProblem(error, 'invalid_request')) return error;
  const faults = Object.entries(error.fields).map(([path, message]) => {
    const [, index, column] = path.split('.');
    const text = message.replace(/\.$/, '');
    if (index === undefined) return `This file ${text}.`;
    const line = lines[Number(index)];
    return column === undefined ? `Line ${line}: ${text}.` : `Line ${line}, ${column}: ${text}.`;
  });
  return faults.length > 0 ? refused(faults.map(sentence)) : error;
}

interface Row {
  /** Where it begins. */
  line: number;
  cells: string[];
}

/** Cells by line; empty lines are left out. Quoted cells may hold commas, line breaks and doubled quotes. */
function parseRows(text: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let read = 0;
  let line = 1;
  let begun = 1;
  const content = text.replace(/^\uFEFF/, '');
  for (const [cell, quoted, plain = '', end] of content.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",;\r\n]*))([,;]|\r\n?|\n|$)/gy,
  )) {
    read += cell.length;
    line += cell.match(/\r\n?|\n/g)?.length ?? 0;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',' || end === ';') continue;
    if (cells.some((cell) => cell !== '')) rows.push({ line: begun, cells });
    cells = [];
    begun = line;
  }
  if (read < content.length) throw refused([`Line ${line}: it can’t be read. Check its quotes.`]);
  return rows;
}
