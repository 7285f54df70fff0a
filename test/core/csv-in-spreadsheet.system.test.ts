import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { XMLParser } from 'fast-xml-parser';
import { csvFile, plain } from '../../src/core/csv.js';
import { findOnPath } from '../../src/embedded/find-on-path.js';
import { temporaryFolder } from '../support/environment.js';

const TEXTS = [
  ...['=1+1', '@SUM(1;2)', 'x;=2*3', 'x,=2*3', 'x\n=2*3', 'x\t=2*3', ' =1+1', '＝1+1', "'=1", '-1', 'x;"=1+1"'],
  ...[
    '00123',
    '2026-11',
    '73928e05',
    '4111111111111111',
    '12/25',
    '10:30',
    'SEPT2',
    '1-Dec',
    'TRUE',
    '$35',
    '1,250',
    '1 1/2',
  ],
  ...['Łódź: Żółw', '日本語 🎸', 'AC|DC', 'U2', "'n Sync", 'a "quoted" name', '5 Seconds of Summer', '1\u00a0250'],
];

interface Cell {
  type: string;
  text: string;
  formula: boolean;
}

/** How LibreOffice separates cells: comma (44), semicolon (59) or tab (9). */
const SEPARATORS = { comma: 44, semicolon: 59, tab: 9 };

/** The cells that LibreOffice Calc makes of a CSV file with numbers, dates and formulas recognized. */
function opened(text: string, separator: number, language: number): Cell[][] {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'file.csv');
    writeFileSync(file, text);
    const filter = `CSV:${separator},34,76,1,,${language},false,true,true,false,false,0,true`;
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder.path, 'profile')).href}`;
    execFileSync(
      'soffice',
      [profile, '--headless', `--infilter=${filter}`, '--convert-to', 'fods', '--outdir', folder.path, file],
      { stdio: 'pipe', timeout: 120_000 },
    );
    return cellsOf(readFileSync(join(folder.path, 'file.fods'), 'utf8'));
  } finally {
    folder.remove();
  }
}

type Xml = Record<string, unknown>;
const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
const childrenOf = (node: unknown, name: string) => listOf((node as Xml)[name]) as Xml[];

/** The rows of an OpenDocument file, each cut after its third cell. */
function cellsOf(fods: string): Cell[][] {
  const reader = new XMLParser({ ignoreAttributes: false, trimValues: false, parseTagValue: false });
  const [sheet] = childrenOf(reader.parse(fods), 'office:document')
    .flatMap((node) => childrenOf(node, 'office:body'))
    .flatMap((node) => childrenOf(node, 'office:spreadsheet'))
    .flatMap((node) => childrenOf(node, 'table:table'));
  return childrenOf(sheet, 'table:table-row').map((row) =>
    childrenOf(row, 'table:table-cell').map((cell) => ({
      type: String(cell['@_office:value-type'] ?? 'empty'),
      text: listOf(cell['text:p']).map(textOf).join('\n'),
      formula: cell['@_table:formula'] !== undefined,
    })),
  );
}

/** A paragraph's text; elements for runs of blanks and tabs are left out. */
function textOf(paragraph: unknown): string {
  return String((typeof paragraph === 'object' ? (paragraph as Xml)['#text'] : paragraph) ?? '');
}

function whenInstalled(name: string, run: () => void): void {
  if (findOnPath('soffice') || process.env.CI) return void test(name, run, 300_000);
  console.warn(`NOT TESTED: ${name}. Install Debian's libreoffice-calc-nogui`);
  test.skip(name, run);
}

/** Text without guards, and without blanks, which OpenDocument has as elements. */
const bare = (text: string) => text.replace(/['\s]/g, '');

whenInstalled('LibreOffice keeps text as text and runs no formula', () => {
  const file = csvFile<string>('people', [
    ['text', (text) => text],
    ['amount', () => plain('-12.50')],
    ['day', () => plain('2026-11-01')],
  ]);
  const csv = file.header + TEXTS.map(file.line).join('');
  for (const [name, separator] of Object.entries(SEPARATORS)) {
    const rows = opened(csv, separator, 1033);
    expect([name, rows.flat().filter(({ formula }) => formula)]).toEqual([name, []]);
    if (name !== 'comma') continue;
    const [head, ...records] = rows.filter(([first]) => first?.type !== 'empty');
    // LibreOffice has no byte order mark in the first cell.
    expect(head?.map(({ text }) => text)).toEqual(['text', 'amount', 'day']);
    expect(records.map(([text]) => text?.type)).toEqual(TEXTS.map(() => 'string'));
    expect(records.map(([, amount, day]) => [amount?.type, day?.type])).toEqual(TEXTS.map(() => ['float', 'date']));
    for (const [index, text] of TEXTS.entries()) {
      expect(bare(records[index]?.[0]?.text ?? '')).toBe(bare(text));
    }
  }
  // With commas as decimal signs (German), the same texts stay texts.
  const german = opened(csv, SEPARATORS.comma, 1031).filter(([first]) => first?.type !== 'empty');
  expect(german.slice(1).map(([text]) => text?.type)).toEqual(TEXTS.map(() => 'string'));
});
