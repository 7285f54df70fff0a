import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Tests with Debian's poppler-utils, and Java and Maven for veraPDF; skipped without them, and failing so in CI. */
export function describeWithPdfReaders(name: string, tests: () => void): void {
  const missing = ['pdftotext', 'pdfinfo', 'java', 'mvn'].filter(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  if (missing.length === 0) return void describe(name, tests);
  const words = `${missing.join(', ')} missing: install Debian's poppler-utils, default-jre-headless and maven`;
  if (process.env.CI) {
    test(name, () => {
      throw new Error(words);
    });
    return;
  }
  console.warn(`NOT TESTED: ${name}. ${words}`);
  describe.skip(name, tests);
}

/** The text of a PDF as poppler reads it, laid out as on the page. */
export function pdfText(pdf: Buffer): string {
  return run('pdftotext', ['-layout', '-', '-'], pdf);
}

/** The text of a PDF in its written order. */
export function pdfRawText(pdf: Buffer): string {
  return run('pdftotext', ['-raw', '-', '-'], pdf);
}

/** The tags of a PDF with their text, as poppler reads them. */
export function pdfStructure(pdf: Buffer): string {
  return inFile(pdf, (path) => run('pdfinfo', ['-struct-text', path]));
}

export function pdfPages(pdf: Buffer): number {
  return Number(/^Pages: +(\d+)$/m.exec(inFile(pdf, (path) => run('pdfinfo', [path])))?.[1]);
}

/** What veraPDF finds against PDF/UA-1 (ISO 14289-1) in documents, read in one go: empty where all of them conform. */
export function pdfUaFaults(...pdfs: Buffer[]): string[] {
  return inFiles(pdfs, (paths) => {
    const verapdf = ['-cp', classpath(), 'org.verapdf.apps.GreenfieldCliWrapper'];
    const { stdout } = spawnSync('java', [...verapdf, '-f', 'ua1', '--format', 'text', '-v', ...paths]);
    const lines = String(stdout).trim().split('\n');
    const passed = lines.filter((line) => line.startsWith('PASS '));
    // A document that it could not read at all has no line of its own.
    return passed.length === pdfs.length ? [] : ['not all conform', ...lines.filter((line) => !passed.includes(line))];
  });
}

const ROOT = join(__dirname, '../../..');

/** Where Maven keeps veraPDF; asked once a checkout, since Maven takes longer than the check. */
function classpath(): string {
  const kept = join(ROOT, 'node_modules/.cache/verapdf.classpath');
  const jars = existsSync(kept) ? readFileSync(kept, 'utf8') : '';
  if (jars !== '' && jars.split(':').every((jar) => existsSync(jar))) return jars;
  const fresh = `${kept}.${process.pid}`;
  const pom = join(ROOT, 'tools/verapdf/pom.xml');
  run('mvn', ['-q', '-B', '-f', pom, `-Dmdep.outputFile=${fresh}`, 'dependency:build-classpath']);
  // Whole at once: another worker may be reading it.
  renameSync(fresh, kept);
  return readFileSync(kept, 'utf8');
}

function inFile<T>(pdf: Buffer, read: (path: string) => T): T {
  return inFiles([pdf], ([path = '']) => read(path));
}

function inFiles<T>(pdfs: readonly Buffer[], read: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const paths = pdfs.map((pdf, number) => {
      const path = join(folder, `document-${number}.pdf`);
      writeFileSync(path, pdf);
      return path;
    });
    return read(paths);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program: string, args: string[], input?: Buffer): string {
  const { status, stdout, stderr } = spawnSync(program, args, { input });
  // Poppler reads the valid part of a broken document, and reports it.
  if (status !== 0 || /^Syntax /m.test(String(stderr)))
    throw new Error(`${program} ended with ${status}: ${stderr}${stdout}`);
  return String(stdout);
}
