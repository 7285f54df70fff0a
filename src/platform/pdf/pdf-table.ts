import type { PdfSheet, TextStyle } from './pdf-sheet.js';
import { headerCell, MARGIN, type Structure } from './structure.js';

export interface PdfColumn {
  title: string;
  /** Its part of the page's width. */
  share: number;
  align?: 'right';
  /** Long text takes more lines; elsewhere it must fit. */
  wraps?: boolean;
}

const SIZE = 8;
const PADDING = 3;
const BETWEEN = 8;

/** Rows under a head. Made by `PdfPages.table`. */
export class PdfTable {
  readonly #pages: PdfSheet;
  readonly #structure: Structure;
  readonly #columns: readonly (PdfColumn & { x: number; width: number })[];

  constructor(pages: PdfSheet, structure: Structure, columns: readonly PdfColumn[]) {
    this.#pages = pages;
    this.#structure = structure;
    const shares = columns.reduce((sum, { share }) => sum + share, 0);
    let x = MARGIN;
    this.#columns = columns.map((column) => {
      const width = (pages.width * column.share) / shares;
      const placed = { ...column, x, width: width - BETWEEN };
      x += width;
      return placed;
    });
    pages.keepTogether(60);
    const row = this.#open();
    this.#head((draw) => row.add(headerCell(pages.drawing, 'Column', draw)));
    row.end();
    this.#pages.line(0.5);
  }

  /** Adds a row, on a new page with the head again where this one is full. */
  row(cells: readonly string[], { strong = false }: { strong?: boolean } = {}): void {
    const { drawing } = this.#pages;
    const texts = this.#columns.map((_, i) => cells[i] ?? '');
    const style: TextStyle = { size: SIZE, weight: strong ? 'bold' : 'regular' };
    const height = this.#rowHeight(cells, style);
    if (this.#pages.room < height) this.#nextPage();
    const y = drawing.y + PADDING;
    const row = this.#open();
    for (const [i, text] of texts.entries()) {
      const cell = drawing.struct('TD');
      row.add(cell);
      if (text !== '') cell.add(() => this.#put(text, style, i, y));
      cell.end();
    }
    row.end();
    drawing.x = MARGIN;
    drawing.y = y - PADDING + height;
  }

  /** Adds rows on one page, with the given room below them, in points. */
  keepTogether(rows: readonly (readonly string[])[], below: number): void {
    const height = rows.reduce((sum, cells) => sum + this.#rowHeight(cells, { size: SIZE }), below);
    if (this.#pages.room < height) this.#nextPage();
    for (const cells of rows) this.row(cells);
  }

  end(): void {
    this.#pages.line(0.5);
    this.#structure.end();
    this.#pages.space(6);
  }

  #nextPage(): void {
    this.#pages.newPage();
    // Again for the eye; a reader has read it.
    this.#head((draw) => this.#pages.decoration(draw, 'Pagination'));
    this.#pages.line(0.5);
  }

  #rowHeight(cells: readonly string[], style: TextStyle): number {
    const heights = this.#columns.map((_, i) => this.#heightOf(cells[i] ?? '', style, i));
    return Math.max(...heights) + 2 * PADDING;
  }

  #open(): Structure {
    const row = this.#pages.drawing.struct('TR');
    this.#structure.add(row);
    return row;
  }

  #head(place: (draw: () => void) => void): void {
    const { drawing } = this.#pages;
    const style: TextStyle = { size: SIZE, weight: 'bold' };
    this.#pages.style(style);
    const y = drawing.y + PADDING;
    for (const [i, { title }] of this.#columns.entries()) place(() => this.#put(title, style, i, y));
    drawing.y = y + drawing.currentLineHeight() + PADDING;
  }

  #put(text: string, style: TextStyle, column: number, y: number): void {
    const { x, width, align = 'left', wraps = false } = this.#columns[column] ?? { x: MARGIN, width: 0 };
    this.#pages.drawing.y = y;
    this.#pages.write(text, { ...style, align }, x, width, { wraps });
  }

  #heightOf(text: string, style: TextStyle, column: number): number {
    const { width = 0, wraps = false } = this.#columns[column] ?? {};
    return this.#pages.heightOf(text, style, wraps ? width : Infinity);
  }
}
