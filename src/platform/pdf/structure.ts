import type PDFDocument from 'pdfkit';
import { LOGO_SHAPES } from '../../core/brand.js';
import { escapeHtml } from '../../core/text.js';

export type Drawing = InstanceType<typeof PDFDocument>;
export type Structure = ReturnType<Drawing['struct']>;

/** In points, on every side. */
export const MARGIN = 50;
/** The soft one has a contrast of 6 to 1 on white. */
export const COLOURS = { ink: '#1d2330', soft: '#5b6475', line: '#c9d0dc' };

/** In points. */
export const MARK_SIZE = 22;

/** The service's mark, the logo of its pages. */
export function drawMark(drawing: Drawing, x: number, y: number): void {
  const { colour, corner, letter, dot } = LOGO_SHAPES;
  drawing
    .save()
    .translate(x, y)
    .scale(MARK_SIZE / 32);
  drawing.roundedRect(0, 0, 32, 32, corner).fill(colour);
  drawing.path(letter.path).lineWidth(letter.width).lineCap('round').lineJoin('round').stroke('#ffffff');
  drawing.circle(dot.x, dot.y, dot.radius).fill('#ffffff');
  drawing.restore();
}

/** A cell that heads its row or column, which readers repeat with each cell. */
export function headerCell(drawing: Drawing, scope: 'Row' | 'Column', draw: () => unknown): Structure {
  const cell = drawing.struct('TH', {}, draw);
  attributes(cell, drawing.ref({ O: 'Table', Scope: scope }));
  return cell;
}

/** Attributes of a structure, which pdfkit writes for its own tables only. */
export function attributes(structure: Structure, reference: ReturnType<Drawing['ref']>): void {
  (structure as unknown as { dictionary: { data: Record<string, unknown> } }).dictionary.data.A = reference;
  reference.end('');
}

/** pdfkit does not escape the title and author in XML metadata: readers would lose the title and the mark of PDF/UA. */
export function escapeMetadata(drawing: Drawing): void {
  const document = drawing as unknown as { info: Record<string, unknown>; _addInfo(): void };
  const addInfo = document._addInfo;
  document._addInfo = () => {
    const { info } = document;
    const escaped = (value: unknown) => (typeof value === 'string' ? escapeHtml(value) : value);
    document.info = Object.fromEntries(Object.entries(info).map(([name, value]) => [name, escaped(value)]));
    addInfo.call(document);
    document.info = info;
  };
}
