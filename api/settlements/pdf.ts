import PDFDocument from 'pdfkit';
import type { Earning } from '../../src/contracts/wire/earning.js';
import { toDecimal, toMinor } from '../../src/domain/money.js';
import { fixed, type StatementSource } from './csv.js';

/** Lines printed one by one; of the others the page tells how many they are and what they sum to. */
const PRINTED_LINES = 2_000;
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
export async function settlementPdf({ settlement, lines }: StatementSource): Promise<Buffer> {
  const { currency } = settlement;
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    // The same statement is the same bytes: its ETag holds.
    info: { Title: `Statement ${settlement.id}`, CreationDate: new Date(settlement.issued_at) },
  });
  const bytes: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => bytes.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });

  head(document, settlement);
  tableHead(document);
  let printed = 0;
  let rest = 0;
  let restMinor = 0;
  for await (const page of lines()) {
    for (const line of page) {
      if (printed < PRINTED_LINES) {
        row(document, cellsOf(line));
        printed += 1;
      } else {
        rest += 1;
        restMinor += toMinor(line.commission, currency);
      }
    }
  }
  if (rest > 0) {
    row(document, [`${rest} more lines`, '', '', 'in the CSV file', fixed(toDecimal(restMinor, currency), currency)]);
  }
  document.font('Helvetica-Bold');
  row(document, ['Total', '', '', currency, fixed(settlement.amount, currency)]);
  document.end();
  await ended;
  return Buffer.concat(bytes);
}

function head(document: Document, settlement: StatementSource['settlement']): void {
  const { currency } = settlement;
  document
    .font('Helvetica-Bold')
    .fontSize(18)
    .text('Settlement statement')
    .moveDown(0.5)
    .font('Helvetica')
    .fontSize(10);
  const facts: [string, string | null][] = [
    ['Statement', settlement.id],
    ['Period', `${settlement.period_start} to ${settlement.period_end} (exclusive), UTC`],
    ['Amount', `${fixed(settlement.amount, currency)} ${currency}, ${settlement.lines} lines`],
    ['Status', settlement.status],
    ['Due on', settlement.due_on],
    ['Method', settlement.method.replace('_', ' ')],
    ['Reference', settlement.reference],
    ['Payment reference', settlement.payment_reference],
    ['Issued', settlement.issued_at],
    ['Paid', settlement.paid_at],
  ];
  for (const [name, value] of facts) if (value !== null) document.text(`${name}: ${printable(value)}`);
  document.moveDown();
}

function tableHead(document: Document): void {
  document.font('Helvetica-Bold').fontSize(8);
  row(
    document,
    COLUMNS.map(({ title }) => title),
  );
  document.font('Helvetica').fontSize(8);
}

function cellsOf(line: Earning): string[] {
  const { id, created_at, kind, event_id, commission, currency } = line;
  return [id, created_at.slice(0, 10), kind, event_id ?? '', fixed(commission, currency)];
}

function row(document: Document, cells: readonly string[]): void {
  if (document.y + ROW > document.page.height - MARGIN) {
    document.addPage();
    document.y = MARGIN;
  }
  const { y } = document;
  for (const [i, { x, width, ...column }] of COLUMNS.entries()) {
    const align = 'right' in column ? 'right' : 'left';
    document.text(printable(cells[i] ?? ''), x, y, { width, align, lineBreak: false });
  }
  document.x = MARGIN;
  document.y = y + ROW;
}

/** The built-in fonts hold Latin-1 only. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
}
