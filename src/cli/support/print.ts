/** Untrusted text without terminal control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

/** A cell of a table: instants in ISO 8601, lists with spaces between, null and undefined empty. */
type Cell = string | number | Date | readonly string[] | null | undefined;

/** A column of a table: a field of every row, or a function of the row. */
export type Column<Row> = { [K in keyof Row]: Row[K] extends Cell ? K : never }[keyof Row] | ((row: Row) => Cell);

/** Rows under their headings, columns aligned, each cell {@link printable}. */
export function toTable<Row>(headings: string[], rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const texts = rows.map((row) =>
    columns.map((column) => cellText(typeof column === 'function' ? column(row) : (row[column] as Cell))),
  );
  const widths = headings.map((heading, i) => Math.max(heading.length, ...texts.map((row) => (row[i] ?? '').length)));
  return [headings, ...texts]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString();
  return printable(Array.isArray(cell) ? cell.join(' ') : String(cell));
}
