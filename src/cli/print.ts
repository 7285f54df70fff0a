/** What strangers wrote, without what a terminal might obey. */
export function printable(text: string): string {
  return text.replaceAll(/\p{C}+/gu, ' ');
}

/** Prints rows under their headings, columns aligned. */
export function printTable(headings: string[], rows: string[][]): void {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => (row[i] ?? '').length)));
  for (const row of [headings, ...rows]) {
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}
