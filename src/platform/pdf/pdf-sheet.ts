import type PDFDocument from 'pdfkit';
import type { PdfFonts, Weight } from './fonts.js';
import { mixedLines } from './mixed-lines.js';
import { COLOURS, type Drawing, escapeMetadata, MARGIN } from './structure.js';

export interface SheetOptions {
  /** Shared by the process. */
  fonts: PdfFonts;
  title: string;
  /** BCP 47, such as `en-GB`: screen readers pronounce by it. */
  language: string;
  author: string;
  /** The same content with the same instant is the same bytes. */
  createdAt: Date;
}

export interface TextStyle {
  size?: number;
  weight?: Weight;
  soft?: boolean;
  align?: 'left' | 'right' | 'center';
  /** A web or `mailto:` address that the text leads to. */
  link?: string;
}

const SIZE = 10;

/** Scripts whose letters change their shape or their order in a word: Arabic and the scripts of India and South-East Asia. */
const RESHAPED =
  /[\p{scx=Arab}\p{scx=Deva}\p{scx=Beng}\p{scx=Gujr}\p{scx=Guru}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Taml}\p{scx=Telu}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

/** A4 pages on which text is set in any script, without tags: `PdfPages` adds the tags. */
export class PdfSheet {
  readonly drawing: Drawing;
  protected readonly fonts: PdfFonts;

  constructor(options: SheetOptions) {
    // Loaded with the first document: most processes and commands never make one.
    const Pages: typeof PDFDocument = require('pdfkit');
    this.fonts = options.fonts;
    this.drawing = new Pages({
      size: 'A4',
      margin: MARGIN,
      // Held until the end: each page prints the number of pages.
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
  }

  /** Width between the margins, in points. */
  get width(): number {
    return this.drawing.page.width - 2 * MARGIN;
  }

  /** Points left on this page. */
  get room(): number {
    return this.drawing.page.height - MARGIN - this.drawing.y;
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

  /** Draws a line between the margins. @param thickness in points. */
  line(thickness: number): void {
    const { drawing, width } = this;
    const { y } = drawing;
    this.decoration(() =>
      drawing
        .moveTo(MARGIN, y)
        .lineTo(MARGIN + width, y)
        .lineWidth(thickness)
        .strokeColor(COLOURS.line)
        .stroke(),
    );
  }

  /** Sets text at a place without a tag; the caller tags it. In one line where `wraps` is false. */
  write(text: string, style: TextStyle, x: number, width: number, { wraps = true } = {}): void {
    const { drawing } = this;
    const { align = 'left' } = style;
    const shown = this.fonts.printable(text);
    this.style(style);
    if (this.fonts.isPlain(shown)) {
      drawing.text(shown, x, drawing.y, { width, align, ...(!wraps && { lineBreak: false }) });
      return;
    }
    for (const line of this.#mixed(shown, style, wraps ? width : Infinity)) {
      if (wraps) this.keepTogether(line.height);
      const { y } = drawing;
      // Some glyphs differ from their characters: the text to copy or speak is written next to them.
      const reshaped = RESHAPED.test(line.text);
      if (reshaped) drawing.markContent('Span', { actual: line.text } as object);
      let left = x + { left: 0, center: (width - line.width) / 2, right: width - line.width }[align];
      for (const { family, text: piece, direction, width: advance } of line.pieces) {
        this.fonts.use(drawing, family, style.weight ?? 'regular');
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
    const shown = this.fonts.printable(text);
    this.style(style);
    if (!this.fonts.isPlain(shown))
      return this.#mixed(shown, style, width).reduce((sum, { height }) => sum + height, 0);
    return drawing.widthOfString(shown) > width
      ? drawing.heightOfString(shown, { width })
      : drawing.currentLineHeight();
  }

  /** Lines of several fonts on one base line: as high as the highest of them. */
  #mixed(text: string, { weight = 'regular', size = SIZE }: TextStyle, width: number) {
    return mixedLines(this.fonts, { text, weight, size, width }).map((line) => {
      const used = [...line.pieces.map(({ family }) => family), 'NotoSans' as const].map((family) =>
        this.fonts.font(family, weight),
      );
      const ascent = (Math.max(...used.map((font) => font.ascent)) * size) / 1_000;
      return { ...line, ascent, height: ascent - (Math.min(...used.map((font) => font.descent)) * size) / 1_000 };
    });
  }

  style({ size = SIZE, weight = 'regular', soft = false }: TextStyle): void {
    this.fonts.use(this.drawing, 'NotoSans', weight);
    this.drawing.fontSize(size).fillColor(soft ? COLOURS.soft : COLOURS.ink);
  }
}
