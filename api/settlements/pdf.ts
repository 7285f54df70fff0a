import { setImmediate as othersFirst } from 'node:timers/promises';
import type PDFDocument from 'pdfkit';
import { toDecimal, toMinor } from '../../src/core/money.js';
import type { Earning } from '../../src/earnings/wire.js';
import { fixed, type StatementSource } from './csv.js';

/** Lines printed one by one; of the others the page tells how many they are and what they sum to. */
const PRINTED_LINES = 2_000;
/** Lines between which other callers get their turn: all of them would keep the process for half a second. */
const AT_A_STRETCH = 50;
const MARGIN = 50;
const ROW = 14;

type Document = InstanceType<typeof PDFDocument>;

const COLUMNS = [
  { title: 'Line', x: 50, width: 130 },
  { title: 'Created', x: 185, width: 60 },
  { title: 'Kind', x: 250, width: 55 },
  { title: 'Event', x: 310, width: 135 },
  { title: 'Commission', x: 450, width: 95, right: true },
] as const;

/** A statement as a document of A4 pages; the printed lines and the summed rest add up to its amount. */
export async function settlementPdf({ settlement, company, lines }: StatementSource): Promise<Buffer> {
  const { currency } = settlement;
  // Loaded with the first statement: most processes and commands never make one, and its fonts take long to read.
  const Pages: typeof PDFDocument = require('pdfkit');
  const document = new Pages({
    size: 'A4',
    margin: MARGIN,
    // Held until the end: each page tells how many there are.
    bufferPages: true,
    // The same statement is the same bytes: its ETag holds.
    info: { Title: `Statement ${settlement.id}`, CreationDate: new Date(settlement.issued_at) },
  });
  const bytes: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => bytes.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });

  head(document, settlement, company);
  tableHead(document);
  let printed = 0;
  let rest = 0;
  let restMinor = 0;
  for await (const page of lines()) {
    for (const line of page) {
      if (printed < PRINTED_LINES) {
        row(document, cellsOf(line));
        printed += 1;
        if (printed % AT_A_STRETCH === 0) await othersFirst();
      } else {
        rest += 1;
        restMinor += toMinor(line.commission, currency);
      }
    }
  }
  if (rest > 0) {
    row(document, [`${rest} more lines`, '', '', 'in the CSV file', fixed(toDecimal(restMinor, currency), currency)]);
  }
  row(document, ['Total', '', '', currency, fixed(settlement.amount, currency)], 'Helvetica-Bold');
  numberPages(document, settlement.id);
  document.end();
  await ended;
  return Buffer.concat(bytes);
}

const STANDING: Partial<Record<StatementSource['settlement']['status'], string>> = {
  carried: 'carried: not paid; the next statement lists these lines again',
  void: 'void: replaced or withdrawn, and never paid',
};

function head(
  document: Document,
  settlement: StatementSource['settlement'],
  company: StatementSource['company'],
): void {
  const { currency, status } = settlement;
  document
    .font('Helvetica-Bold')
    .fontSize(18)
    .text('Settlement statement')
    .moveDown(0.5)
    .font('Helvetica')
    .fontSize(10);
  const pays = STANDING[status] === undefined;
  const facts: [string, string | null][] = [
    ['Company', isPrintable(company.name) ? `${company.name} (${company.id})` : company.id],
    ['Statement', settlement.id],
    ['Period', `${settlement.period_start} to ${settlement.period_end} (exclusive), UTC`],
    ['Amount', `${fixed(settlement.amount, currency)} ${currency}, ${settlement.lines} lines`],
    ['Status', STANDING[status] ?? status],
    ['Due on', pays ? settlement.due_on : null],
    ['Method', pays ? settlement.method.replace('_', ' ') : null],
    ['Reference', settlement.reference],
    ['Payment reference', settlement.payment_reference],
    ['Issued', settlement.issued_at],
    ['Paid', settlement.paid_at],
  ];
  for (const [name, value] of facts) if (value !== null) document.text(`${name}: ${printable(value)}`);
  document.moveDown();
}

function tableHead(document: Document): void {
  row(
    document,
    COLUMNS.map(({ title }) => title),
    'Helvetica-Bold',
  );
}

function cellsOf(line: Earning): string[] {
  const { id, created_at, kind, event_id, commission, currency } = line;
  return [id, created_at.slice(0, 10), kind, event_id ?? '', fixed(commission, currency)];
}

function row(document: Document, cells: readonly string[], font = 'Helvetica'): void {
  if (document.y + ROW > document.page.height - MARGIN) {
    document.addPage();
    document.y = MARGIN;
    tableHead(document);
  }
  document.font(font).fontSize(8);
  const { y } = document;
  for (const [i, { x, width, ...column }] of COLUMNS.entries()) {
    const align = 'right' in column ? 'right' : 'left';
    document.text(printable(cells[i] ?? ''), x, y, { width, align, lineBreak: false });
  }
  document.x = MARGIN;
  document.y = y + ROW;
}

function numberPages(document: Document, id: string): void {
  const { start, count } = document.bufferedPageRange();
  document.font('Helvetica').fontSize(8);
  for (let page = start; page < start + count; page += 1) {
    document.switchToPage(page);
    // Inside the margin there is no room for a line, and one more page would be begun for it.
    document.page.margins.bottom = 0;
    const width = document.page.width - 2 * MARGIN;
    const text = `Statement ${id}, page ${page - start + 1} of ${count}`;
    document.text(text, MARGIN, document.page.height - MARGIN / 2, { width, align: 'right', lineBreak: false });
  }
}

/** The built-in fonts hold Latin-1 only. */
const UNPRINTABLE = /[^\x20-\x7e\xa0-\xff]/g;

function isPrintable(text: string): boolean {
  return text.search(UNPRINTABLE) === -1;
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, '?');
}
