import PDFDocument from 'pdfkit';
import { LOGO, LOGO_SHAPES } from '../../../src/core/brand.js';
import { drawMark } from '../../../src/platform/pdf/structure.js';

test('documents carry the logo of the pages', async () => {
  const drawing = new PDFDocument({ compress: false });
  const chunks: Buffer[] = [];
  drawing.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => drawing.on('end', resolve));
  drawMark(drawing, 0, 0);
  drawing.end();
  await ended;
  const [, x, y] = /^M(\d+) (\d+)V/.exec(LOGO_SHAPES.letter.path) ?? [];
  expect(Buffer.concat(chunks).toString('latin1')).toContain(`${x} ${y} m\n`);
  expect(LOGO).toContain(`d="${LOGO_SHAPES.letter.path}"`);
});
