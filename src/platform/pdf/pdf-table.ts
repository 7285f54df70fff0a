import { printable, shaping } from './fonts.js';
import type { PdfPages } from './pdf-pages.js';
import { COLOURS, headerCell, MARGIN, type Structure } from './structure.js';

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

/** Rows under a head. Made by {@link PdfPages.table}. */
export class PdfTable {
  readonly #pages: PdfPages;
  readonly #structure: Structure;
  readonly #columns: readonly (PdfColumn & { x: number; width: number })[];

  constructor(pages: PdfPages, structure: Structure, columns: readonly PdfColumn[]) {
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
    this.#line();
  }

  /** Adds a row, on a new page with the head again where this one is full. */
  row(cells: readonly string[], { strong = false }: { strong?: boolean } = {}): void {
    const { drawing } = this.#pages;
    const texts = this.#columns.map((_, i) => printable(cells[i] ?? ''));
    this.#pages.style({ size: SIZE, weight: strong ? 'bold' : 'regular' });
    const height = Math.max(...texts.map((text, i) => this.#heightOf(text, i))) + 2 * PADDING;
    if (this.#pages.room < height) {
      this.#pages.newPage();
      // Again for the eye; a reader has read it.
      this.#head((draw) => this.#pages.decoration(draw, 'Pagination'));
      this.#line();
      this.#pages.style({ size: SIZE, weight: strong ? 'bold' : 'regular' });
    }
    const y = drawing.y + PADDING;
    const row = this.#open();
    for (const [i, text] of texts.entries()) {
      const cell = drawing.struct('TD');
      row.add(cell);
      if (text !== '') cell.add(() => this.#put(text, i, y));
      cell.end();
    }
    row.end();
    drawing.x = MARGIN;
    drawing.y = y - PADDING + height;
  }

  end(): void {
    this.#line();
    this.#structure.end();
    this.#pages.space(6);
  }

  #open(): Structure {
    const row = this.#pages.drawing.struct('TR');
    this.#structure.add(row);
    return row;
  }

  #head(place: (draw: () => void) => void): void {
    const { drawing } = this.#pages;
    this.#pages.style({ size: SIZE, weight: 'bold' });
    const y = drawing.y + PADDING;
    for (const [i, { title }] of this.#columns.entries()) place(() => this.#put(printable(title), i, y));
    drawing.y = y + drawing.currentLineHeight() + PADDING;
  }

  #put(text: string, column: number, y: number): void {
    const { x, width, align = 'left', wraps = false } = this.#columns[column] ?? { x: MARGIN, width: 0 };
    this.#pages.drawing.text(text, x, y, { width, align, ...(!wraps && { lineBreak: false }), ...shaping(text) });
  }

  #heightOf(text: string, column: number): number {
    const { drawing } = this.#pages;
    const { width = 0, wraps } = this.#columns[column] ?? {};
    return wraps && drawing.widthOfString(text) > width
      ? drawing.heightOfString(text, { width })
      : drawing.currentLineHeight();
  }

  #line(): void {
    const { drawing, width } = this.#pages;
    const { y } = drawing;
    this.#pages.decoration(() =>
      drawing
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(0.5)
        .strokeColor(COLOURS.line)
        .stroke(),
    );
  }
}
