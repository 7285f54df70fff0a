import type PDFDocument from 'pdfkit';
import type { PdfFonts, Weight } from './fonts.js';
import { mixedLines } from './mixed-lines.js';
import { type PdfColumn, PdfTable } from './pdf-table.js';
import {
  attributes,
  COLOURS,
  type Drawing,
  drawMark,
  escapeMetadata,
  headerCell,
  MARGIN,
  MARK_SIZE,
  type Structure,
} from './structure.js';

export interface PdfOptions {
  /** Of the process. */
  fonts: PdfFonts;
  title: string;
  /** BCP 47, such as `en-GB`: screen readers pronounce by it. */
  language: string;
  author: string;
  /** The same content with the same instant is the same bytes. */
  createdAt: Date;
  /** At the foot of each page. */
  footer(page: number, pages: number): string;
}

export interface TextStyle {
  size?: number;
  weight?: Weight;
  soft?: boolean;
  align?: 'left' | 'right' | 'center';
  /** A web or `mailto:` address that the text leads to. */
  link?: string;
}

/** A block of lines under a label, such as a party with its address. */
export interface LabelledLines {
  label: string;
  /** The first is set in bold. */
  lines: readonly string[];
}

const GAP = 24;
const SIZE = 10;
/** Scripts whose letters change their shape or their order in a word. */
const RESHAPED = /[\p{scx=Arab}\p{scx=Thai}\p{scx=Deva}]/u;

/**
 * A4 pages from the top down, as PDF/UA-1: every piece of text is tagged (headings, paragraphs, tables with header cells),
 * what only decorates is marked so, fonts are embedded. Finish with {@link bytes}.
 */
export class PdfPages {
  readonly drawing: Drawing;
  readonly #fonts: PdfFonts;
  readonly #root: Structure;
  readonly #options: PdfOptions;
  readonly #chunks: Buffer[] = [];
  readonly #ended: Promise<void>;

  constructor(options: PdfOptions) {
    // Loaded with the first document: most processes and commands never make one.
    const Pages: typeof PDFDocument = require('pdfkit');
    this.#options = options;
    this.#fonts = options.fonts;
    this.drawing = new Pages({
      size: 'A4',
      margin: MARGIN,
      // Held until the end: each page tells how many there are.
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: options.language,
      info: { Title: options.title, Author: options.author, CreationDate: options.createdAt },
      // Its types do not know this conformance yet.
      ...({ subset: 'PDF/UA', font: null } as object),
    });
    // As the number 1, which it writes just the same, pdfkit takes PDF/UA-1 for PDF/A-1 and adds a list of characters that
    // PDF/UA forbids unless it is complete (veraPDF: 7.21.4.2).
    Object.assign(this.drawing, { subset: '1' });
    escapeMetadata(this.drawing);
    this.#ended = new Promise((resolve, reject) => {
      this.drawing.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
      this.drawing.on('end', resolve);
      this.drawing.on('error', reject);
    });
    this.#root = this.drawing.struct('Document');
    this.drawing.addStructure(this.#root);
    this.style({});
  }

  /** Width between the margins, in points. */
  get width(): number {
    return this.drawing.page.width - 2 * MARGIN;
  }

  /** Points left on this page. */
  get room(): number {
    return this.drawing.page.height - MARGIN - this.drawing.y;
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

  /** Blocks beside each other, such as both parties; read one after the other. */
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

  /**
   * A picture, drawn by `draw` with its corner at the given point, which `alt` says in words.
   *
   * @param size in points.
   */
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
    const { drawing } = this;
    const y = drawing.y + 2;
    this.decoration(() =>
      drawing
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + this.width, y)
        .lineWidth(0.7)
        .strokeColor(COLOURS.line)
        .stroke(),
    );
    drawing.y = y + 6;
  }

  space(points: number): void {
    this.drawing.y += points;
  }

  newPage(): void {
    this.drawing.addPage();
    this.drawing.x = MARGIN;
    this.drawing.y = MARGIN;
  }

  /** Begins a page where less than `points` are left on this one. */
  keepTogether(points: number): void {
    if (this.room < points) this.newPage();
  }

  /** Draws what carries no meaning, outside every tag. */
  decoration(draw: () => unknown, type: 'Layout' | 'Pagination' = 'Layout'): void {
    this.drawing.markContent('Artifact', { type });
    draw();
    this.drawing.endMarkedContent();
  }

  /** Sets text at a place without a tag of its own, for whoever tags it; in one line where `wraps` is false. */
  write(text: string, style: TextStyle, x: number, width: number, { wraps = true } = {}): void {
    const { drawing } = this;
    const { align = 'left' } = style;
    const shown = this.#fonts.printable(text);
    this.style(style);
    if (this.#fonts.isPlain(shown)) {
      drawing.text(shown, x, drawing.y, { width, align, ...(!wraps && { lineBreak: false }) });
      return;
    }
    for (const line of this.#mixed(shown, style, wraps ? width : Infinity)) {
      if (wraps) this.keepTogether(line.height);
      const { y } = drawing;
      // Some glyphs are not their characters: what a reader copies or speaks is said beside them.
      const reshaped = RESHAPED.test(line.text);
      if (reshaped) drawing.markContent('Span', { actual: line.text } as object);
      let left = x + { left: 0, center: (width - line.width) / 2, right: width - line.width }[align];
      for (const { family, text: piece, direction, width: advance } of line.pieces) {
        this.#fonts.use(drawing, family, style.weight ?? 'regular');
        const features = { direction } as object;
        drawing.text(piece, left, y + line.ascent, { lineBreak: false, baseline: 'alphabetic', features } as object);
        left += advance;
      }
      if (reshaped) drawing.endMarkedContent();
      drawing.x = x;
      drawing.y = y + line.height;
    }
  }

  /** Height that {@link write} takes for a text, in points. */
  heightOf(text: string, style: TextStyle, width: number): number {
    const { drawing } = this;
    const shown = this.#fonts.printable(text);
    this.style(style);
    if (!this.#fonts.isPlain(shown))
      return this.#mixed(shown, style, width).reduce((sum, { height }) => sum + height, 0);
    return drawing.widthOfString(shown) > width
      ? drawing.heightOfString(shown, { width })
      : drawing.currentLineHeight();
  }

  /** Lines of several fonts on one base line: as high as the highest of them. */
  #mixed(text: string, { weight = 'regular', size = SIZE }: TextStyle, width: number) {
    return mixedLines(this.#fonts, { text, weight, size, width }).map((line) => {
      const used = [...line.pieces.map(({ family }) => family), 'NotoSans' as const].map((family) =>
        this.#fonts.font(family, weight),
      );
      const ascent = (Math.max(...used.map((font) => font.ascent)) * size) / 1_000;
      return { ...line, ascent, height: ascent - (Math.min(...used.map((font) => font.descent)) * size) / 1_000 };
    });
  }

  style({ size = SIZE, weight = 'regular', soft = false }: TextStyle): void {
    this.#fonts.use(this.drawing, 'NotoSans', weight);
    this.drawing.fontSize(size).fillColor(soft ? COLOURS.soft : COLOURS.ink);
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
      const shown = this.#fonts.printable(text);
      this.style(style);
      const width = this.#fonts.isPlain(shown) ? drawing.widthOfString(shown) : this.width;
      this.write(text, style, MARGIN, this.width);
      const options = { structParent: link, Contents: new String(shown) };
      drawing.link(MARGIN, top, Math.min(width, this.width), drawing.y - top, url, options as object);
    });
    return link;
  }
}
