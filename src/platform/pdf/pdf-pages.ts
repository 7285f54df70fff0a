import { PdfSheet, type SheetOptions, type TextStyle } from './pdf-sheet.js';
import { type PdfColumn, PdfTable } from './pdf-table.js';
import { attributes, type Drawing, drawMark, headerCell, MARGIN, MARK_SIZE, type Structure } from './structure.js';

export interface PdfOptions extends SheetOptions {
  /** At the foot of each page. */
  footer(page: number, pages: number): string;
}

/** A block of lines under a label, such as a party with its address. */
export interface LabelledLines {
  label: string;
  /** The first is set in bold. */
  lines: readonly string[];
}

const GAP = 24;

/** A4 pages as PDF/UA-1: text is tagged, decoration is marked, fonts are embedded. Finish with {@link bytes}. */
export class PdfPages extends PdfSheet {
  readonly #root: Structure;
  readonly #options: PdfOptions;
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;

  constructor(options: PdfOptions) {
    super(options);
    this.#options = options;
    this.#ended = new Promise((resolve, reject) => {
      this.drawing.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.drawing.on('end', resolve);
      this.drawing.on('error', reject);
    });
    this.#root = this.drawing.struct('Document');
    this.drawing.addStructure(this.#root);
    this.style({});
  }

  /** The service's mark and name at the head of a page. */
  letterhead(name: string): void {
    const { drawing } = this;
    const { y } = drawing;
    this.decoration(() => drawMark(drawing, MARGIN, y));
    const paragraph = drawing.struct('P', {}, () => {
      drawing.y = y + 3;
      this.write(name, { weight: 'bold', size: 11 }, MARGIN + MARK_SIZE + 8, this.width - MARK_SIZE - 8);
    });
    this.#root.add(paragraph);
    paragraph.end();
    drawing.x = MARGIN;
    drawing.y = Math.max(drawing.y, y + MARK_SIZE) + 4;
    this.rule();
    this.space(6);
  }

  heading(level: 1 | 2, text: string): void {
    if (level === 2) this.space(10);
    this.keepTogether(60);
    this.#tagged(`H${level}`, text, { size: level === 1 ? 20 : 12, weight: 'bold' });
    this.space(level === 1 ? 6 : 2);
  }

  paragraph(text: string, style: TextStyle = {}): void {
    this.#tagged('P', text, style);
    this.space(4);
  }

  /** Blocks in columns, such as both parties. A reader reads them one after the other. */
  blocks(blocks: readonly LabelledLines[]): void {
    const { drawing } = this;
    const width = (this.width - GAP * (blocks.length - 1)) / blocks.length;
    const top = drawing.y;
    let bottom = top;
    for (const [i, { label, lines }] of blocks.entries()) {
      const x = MARGIN + i * (width + GAP);
      drawing.y = top;
      const section = this.#open('Sect');
      for (const [n, text] of [label, ...lines].entries()) {
        const style: TextStyle = n === 0 ? { soft: true, size: 8.5 } : { weight: n === 1 ? 'bold' : 'regular' };
        section.add(drawing.struct('P', {}, () => this.write(text, style, x, width)));
      }
      section.end();
      bottom = Math.max(bottom, drawing.y);
    }
    drawing.x = MARGIN;
    drawing.y = bottom;
    this.space(10);
  }

  /** Names with their values, a table whose rows are headed by the name. */
  facts(facts: readonly (readonly [name: string, value: string])[], nameWidth = 130): void {
    const table = this.#open('Table');
    for (const [name, value] of facts) this.#fact(table, name, value, nameWidth);
    table.end();
    this.drawing.x = MARGIN;
    this.space(8);
  }

  #fact(table: Structure, name: string, value: string, nameWidth: number): void {
    const { drawing } = this;
    const width = this.width - nameWidth;
    this.keepTogether(this.heightOf(value, {}, width));
    const top = drawing.y;
    const row = drawing.struct('TR');
    table.add(row);
    row.add(headerCell(drawing, 'Row', () => this.write(name, { soft: true }, MARGIN, nameWidth - 10)));
    const named = drawing.y;
    drawing.y = top;
    row.add(drawing.struct('TD', {}, () => this.write(value, {}, MARGIN + nameWidth, width)));
    row.end();
    drawing.y = Math.max(named, drawing.y) + 2;
  }

  /** A table with a head that is repeated on each page; end it before you go on. */
  table(columns: readonly PdfColumn[]): PdfTable {
    return new PdfTable(this, this.#open('Table'), columns);
  }

  /** A picture drawn by `draw` at the given point; `alt` describes it. @param size in points. */
  figure(
    alt: string,
    size: { width: number; height: number; x?: number },
    draw: (drawing: Drawing, x: number, y: number) => void,
  ): void {
    const { drawing } = this;
    this.keepTogether(size.height);
    const { y } = drawing;
    const x = size.x ?? MARGIN;
    const figure = drawing.struct('Figure', { alt }, () => draw(drawing, x, y));
    const { width, height } = size;
    const bottom = drawing.page.height - y - height;
    attributes(figure, drawing.ref({ O: 'Layout', Placement: 'Block', BBox: [x, bottom, x + width, bottom + height] }));
    this.#root.add(figure);
    figure.end();
    drawing.x = MARGIN;
    drawing.y = y + height;
    this.space(6);
  }

  /** A line over the width, which no reader speaks of. */
  rule(): void {
    this.space(2);
    this.line(0.7);
    this.space(6);
  }

  /** Numbers the pages and ends the document. */
  async bytes(): Promise<Buffer> {
    const { drawing } = this;
    const { start, count } = drawing.bufferedPageRange();
    for (let page = start; page < start + count; page += 1) {
      drawing.switchToPage(page);
      // Inside the margin there is no room for a line, and one more page would be begun for it.
      drawing.page.margins.bottom = 0;
      const text = this.#options.footer(page - start + 1, count);
      const style = { size: 8, soft: true, align: 'right' } as const;
      drawing.y = drawing.page.height - MARGIN / 2 - 8;
      this.decoration(() => this.write(text, style, MARGIN, this.width, { wraps: false }), 'Pagination');
    }
    this.#root.end();
    drawing.end();
    await this.#ended;
    return Buffer.concat(this.#chunks);
  }

  #open(type: string): Structure {
    const structure = this.drawing.struct(type);
    this.#root.add(structure);
    return structure;
  }

  #tagged(type: string, text: string, style: TextStyle): void {
    const { drawing } = this;
    // pdfkit takes its own text to the next page with its tag, and not the pieces of several fonts.
    if (!this.fonts.isPlain(this.fonts.printable(text))) this.keepTogether(this.heightOf(text, style, this.width));
    const structure = drawing.struct(type);
    this.#root.add(structure);
    if (style.link === undefined) structure.add(() => this.write(text, style, MARGIN, this.width));
    else structure.add(this.#link(text, style.link, style));
    structure.end();
  }

  #link(text: string, url: string, style: TextStyle): Structure {
    const { drawing } = this;
    const link = drawing.struct('Link');
    link.add(() => {
      const top = drawing.y;
      const shown = this.fonts.printable(text);
      this.style(style);
      const width = this.fonts.isPlain(shown) ? drawing.widthOfString(shown) : this.width;
      this.write(text, style, MARGIN, this.width);
      const options = { structParent: link, Contents: new String(shown) };
      drawing.link(MARGIN, top, Math.min(width, this.width), drawing.y - top, url, options as object);
    });
    return link;
  }
}
