/** Untrusted text without terminal control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

/** Rows under their headings, columns aligned. */
export function toTable(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => (row[i] ?? '').length)));
  return [headings, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
