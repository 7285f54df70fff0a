import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQR from 'jsqr';

const run = promisify(execFile);

/** Whether poppler's programs are installed (Debian: poppler-utils). */
export const HAS_POPPLER = ['pdftotext', 'pdftoppm'].every((program) => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
});

async function withFile<T>(pdf: Buffer, work: (file: string, folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'read-pdf-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    return await work(file, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The text of each page, as `pdftotext` reads it. */
export function pdfPages(pdf: Buffer): Promise<string[]> {
  return withFile(pdf, async (file) =>
    (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f').slice(0, -1),
  );
}

/** What the QR code of each page says, as an outside reader sees the printed page; null: it finds none. */
export function qrCodesOf(pdf: Buffer): Promise<(string | null)[]> {
  return withFile(pdf, async (file, folder) => {
    await run('pdftoppm', ['-r', '110', file, join(folder, 'page')]);
    const pages = readdirSync(folder).filter((name) => name.endsWith('.ppm'));
    return pages.sort().map((name) => {
      const { data, width, height } = pixelsOf(readFileSync(join(folder, name)));
      return jsQR(data, width, height)?.data ?? null;
    });
  });
}

/** A PPM picture as its opaque pixels: a head of three lines, then three bytes a pixel. */
function pixelsOf(ppm: Buffer): { data: Uint8ClampedArray; width: number; height: number } {
  const [head = '', size = ''] = /^P6\n(\d+ \d+)\n255\n/.exec(ppm.toString('latin1', 0, 40)) ?? [];
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel++) {
    for (let colour = 0; colour < 3; colour++) data[pixel * 4 + colour] = ppm[head.length + pixel * 3 + colour] ?? 0;
  }
  return { data, width, height };
}
