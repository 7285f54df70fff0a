import type { Earning } from '../../src/earnings/wire.js';
import { PdfFonts } from '../../src/platform/pdf/fonts.js';
import { type PrintedStatement, statementPdf } from '../../src/settlements/statement-pdf.js';
import type { Settlement } from '../../src/settlements/wire.js';
import { describeWithPdfReaders, pdfPages, pdfStructure, pdfText, pdfUaFaults } from '../support/read/pdf.js';

const fonts = new PdfFonts();

const EARNING: Earning = {
  id: 'ern_1',
  sale_id: 'sale_1',
  event_id: 'evt_1',
  transaction_value: null,
  commission: 1234.5,
  currency: 'PLN',
  status: 'ready',
  reason: null,
  created_at: '2026-10-02T10:00:00.000Z',
  test: false,
  sub_id: null,
  kind: 'sale',
  settlement_id: 'stm_1',
  approves_at: null,
  order_id: null,
};
const SETTLEMENT: Settlement = {
  id: 'stm_1',
  period_start: '2026-10-01',
  period_end: '2026-11-01',
  due_on: '2026-11-11',
  amount: 0,
  currency: 'PLN',
  lines: 1,
  status: 'issued',
  method: 'bank_transfer',
  reference: 'ŻT-2026/7',
  payment_reference: null,
  issued_at: '2026-11-01T00:00:00.000Z',
  paid_at: null,
};

function source(lines: number, of: Partial<PrintedStatement> = {}): PrintedStatement {
  const records = Array.from({ length: lines }, (_, number) => ({
    ...EARNING,
    id: `ern_${number}`,
    ...(number % 5 === 4 && { kind: 'refund' as const, commission: -4.5 }),
  }));
  const amount = records.reduce((sum, record) => sum + record.commission, 0);
  return {
    fonts,
    settlement: { ...SETTLEMENT, lines, amount },
    company: { id: 'cmp_1', name: 'Łódź Tickets' },
    number: 7,
    issuer: {
      name: 'Partner Events Ltd',
      address: ['1 High Street', 'London', 'United Kingdom'],
      tax_id: 'GB123456789',
    },
    recipient: {
      name: 'Łódź Tickets Sp. z o.o.',
      address: ['ul. Piotrkowska 1', '90-001 Łódź', 'Polska'],
      tax_id: 'PL7250003310',
    },
    async *lines() {
      yield records;
    },
    eventNames: async () =>
      new Map([['evt_1', 'Zażółć gęślą jaźń: koncert, który trwa bardzo długo i ma długą nazwę']]),
    ...of,
  };
}

describeWithPdfReaders('a statement as a document', () => {
  test('names both parties, its number, the days it covers, events and totals', async () => {
    const text = pdfText(await statementPdf(source(6)));
    for (const words of [
      ...['Partner Events Ltd', '1 High Street', 'Tax id: GB123456789', 'Łódź Tickets Sp. z o.o.', '90-001 Łódź'],
      ...['Tax id: PL7250003310', 'Partner Łódź Tickets (cmp_1)', 'ST-00007', 'stm_1', 'ŻT-2026/7'],
      ...['1 Oct 2026 to 31 Oct 2026, both included', 'due on 11 Nov 2026, by bank transfer', 'Zażółć gęślą jaźń'],
      'page 1 of 1',
    ]) {
      expect(text).toContain(words);
    }
    expect(text).toMatch(/Sales +5 +6,172\.50\n/);
    expect(text).toMatch(/Refunds +1 +-4\.50\n/);
    expect(text).toMatch(/Total +6 +6,168\.00\n/);
  });

  test('conforms to PDF/UA-1, and its tables have header cells', async () => {
    const pdf = await statementPdf(source(120));
    expect(pdfUaFaults(pdf)).toEqual([]);
    const structure = pdfStructure(pdf);
    expect(structure).toMatch(/TH:\s+\/Scope \/Row\s+"Statement number"/);
    expect(structure).toMatch(/TH:\s+\/Scope \/Column\s+"Event or reason"/);
  });

  test('5,000 lines: 2,000 are printed, the others summed, and each page is numbered', async () => {
    const pdf = await statementPdf(source(5_000));
    const text = pdfText(pdf);
    const pages = pdfPages(pdf);
    expect(pages).toBeGreaterThan(40);
    expect(text.match(/^ *ern_\d+/gm)).toHaveLength(2_000);
    expect(text).toContain('3000 more lines');
    expect(text).toMatch(/Total +5,?000 +4,933,500\.00/);
    expect(text.match(new RegExp(`page \\d+ of ${pages}$`, 'gm'))).toHaveLength(pages);
  });

  test('a carried and a void one say so', async () => {
    const carried = source(1, { settlement: { ...SETTLEMENT, status: 'carried' } });
    expect(pdfText(await statementPdf(carried))).toContain('the next statement lists these lines again');
    const gone = source(1, { settlement: { ...SETTLEMENT, status: 'void' } });
    expect(pdfText(await statementPdf(gone))).toContain('Settlement statement (void)');
  });

  test('legal names in other scripts are printed', async () => {
    const recipient = { name: '株式会社チケット', address: ['東京都千代田区'], tax_id: null };
    const text = pdfText(await statementPdf(source(1, { recipient })));
    for (const words of ['株式会社チケット', '東京都千代田区']) expect(text).toContain(words);
  });

  test('however many lines, the totals stand under the last ones', async () => {
    for (let lines = 28; lines < 48; lines += 1) {
      const pages = pdfText(await statementPdf(source(lines)))
        .trimEnd()
        .split('\f');
      expect(pages.at(-1)).toMatch(/ern_\d+.*Total.*are available as CSV/s);
    }
  });

  test('due before it was issued, after a late close: due on receipt', async () => {
    const late = source(1);
    const settlement = { ...late.settlement, issued_at: '2026-11-12T00:00:00.000Z' };
    expect(pdfText(await statementPdf({ ...late, settlement }))).toMatch(/Payment +due on receipt, by bank transfer/);
  });

  test('a name in a script without a font is printed with the id', async () => {
    const text = pdfText(await statementPdf(source(1, { company: { id: 'cmp_1', name: 'ᠮᠣᠩᠭᠣᠯ' } })));
    expect(text).toContain('Partner cmp_1');
  });
});

test('the same statement is the same bytes', async () => {
  const pdf = await statementPdf(source(3));
  expect((await statementPdf(source(3))).equals(pdf)).toBe(true);
  expect((await statementPdf(source(3, { number: 8 }))).equals(pdf)).toBe(false);
});
