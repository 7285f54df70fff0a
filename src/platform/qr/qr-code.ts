/** Loaded with the first code: most processes never draw one. */
const library = () => require('qrcode') as typeof import('qrcode');

/** A QR code as squares: `dark(row, column)` for each of `size` rows and columns. */
export interface QrCode {
  size: number;
  dark(row: number, column: number): boolean;
}

/** The QR code of a text, with error correction that survives a fold or a scratch (level Q: a quarter of it). */
export function qrCode(text: string): QrCode {
  const { create } = library();
  const { modules } = create(text, { errorCorrectionLevel: CORRECTION });
  return { size: modules.size, dark: (row, column) => modules.get(row, column) === 1 };
}

const CORRECTION = 'Q';

/** Blank squares around it, without which readers do not find it (ISO/IEC 18004 section 6.3.8). */
export const QUIET = 4;

/** Its dark squares as the path of an SVG, each row's runs as one stroke-free piece; the corner is the quiet zone's. */
export function qrPath({ size, dark }: QrCode): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      const start = column;
      while (column + 1 < size && dark(row, column + 1)) column++;
      path += `M${start + QUIET} ${row + QUIET}h${column - start + 1}v1H${start + QUIET}z`;
    }
  }
  return path;
}

/** The QR code of a text as an SVG file, black on white. */
export function qrSvg(text: string): string {
  const code = qrCode(text);
  const size = code.size + 2 * QUIET;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1024" height="1024" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${qrPath(code)}"/></svg>`;
}

/** The same as a PNG file, 1,024 pixels wide. */
export function qrPng(text: string): Promise<Buffer> {
  return library().toBuffer(text, { errorCorrectionLevel: CORRECTION, margin: QUIET, width: 1_024 });
}
