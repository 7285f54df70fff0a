import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { bankText } from '../../../src/settlements/rules/bank-text.js';
import { type Payment, writePain001 } from '../../../src/settlements/rules/pain001.js';
import { installPython } from '../../../tools/fuzz/python.js';
import { type Booking, batchStatement, dutchStatement, germanStatement, nordicStatement } from './statements.js';

/** Programs that others wrote: the schemas of ISO 20022, the letters that banks take, and a reader of statements. */
async function judge(files: { payments: string[]; statements: string[] }) {
  const folder = join(projectRoot(), 'tools/bank-files');
  const python = await installPython('bank-files', join(folder, 'requirements.txt'), () => {}, ['--no-deps']);
  const output = execFileSync(join(python, 'bin/python'), [join(folder, 'judge.py')], { input: JSON.stringify(files) });
  return JSON.parse(output.toString()) as { faults: string[]; entries: [string, string][] };
}

const creditors = [
  { iban: 'DE75512108001245126199', bic: null, town: 'Berlin', country: 'DE' },
  { iban: 'NL91ABNA0417164300', bic: 'ABNANL2A', town: null, country: null },
  { iban: 'PL61109010140000071219812874', bic: 'BREXPLPWXXX', town: 'Lodz', country: 'PL' },
];

const names = fc
  .string({ unit: 'grapheme', maxLength: 80 })
  .map((text) => bankText(text, 70) ?? 'Somebody')
  .filter((name) => name !== '');

const payments = fc.array(
  fc.record({
    minor: fc.integer({ min: 1, max: 99_999_999_999 }),
    creditor: fc.constantFrom(...creditors).chain((creditor) => names.map((name) => ({ ...creditor, name }))),
    purpose: names,
  }),
  { minLength: 1, maxLength: 40 },
);

test('outside validators accept every payment file, and its sums to the cent', async () => {
  const samples = fc.sample(payments, { numRuns: 40, seed: 20261124 });
  const files = samples.map((some, n) => {
    const currency = n % 4 === 0 ? 'PLN' : 'EUR';
    return writePain001({
      id: `pbf-${String(n).padStart(20, '0')}`,
      madeAt: new Date('2026-11-11T08:00:00Z'),
      executeOn: '2026-11-12',
      currency,
      scheme: n % 4 === 0 ? 'other' : 'sepa',
      debtor: { iban: 'DE89370400440532013000', bic: n % 2 ? 'COBADEFFXXX' : null, name: 'Partner Events GmbH' },
      payments: some.map(
        ({ minor, ...one }, i): Payment => ({
          ...{ ...one, amount: { minor, currency } },
          endToEndId: `trf-${String(i).padStart(20, '0')}-1`,
        }),
      ),
    });
  });
  expect((await judge({ payments: files, statements: [] })).faults).toEqual([]);
}, 240_000);

test('they refuse a file whose sum is a cent off, or whose address is in lines', async () => {
  const file = writePain001({
    id: 'pbf-1',
    madeAt: new Date('2026-11-11T08:00:00Z'),
    executeOn: '2026-11-12',
    currency: 'EUR',
    scheme: 'sepa',
    debtor: { iban: 'DE89370400440532013000', bic: null, name: 'Partner Events GmbH' },
    payments: [
      {
        endToEndId: 'trf-1',
        amount: { minor: 12_345, currency: 'EUR' },
        creditor: { ...(creditors[0] as (typeof creditors)[0]), name: 'A' },
        purpose: 'B',
      },
    ],
  });
  const broken = [
    file.replace('<CtrlSum>123.45', '<CtrlSum>123.44'),
    file.replace(/<TwnNm>.*?<\/TwnNm>\s*<Ctry>DE<\/Ctry>/, '<AdrLine>Berlin</AdrLine>'),
  ];
  const { faults } = await judge({ payments: broken, statements: [] });
  expect(faults).toEqual(
    expect.arrayContaining([expect.stringContaining('123.44'), expect.stringContaining('address line')]),
  );
}, 240_000);

test('our samples of statements are statements, and an outside reader finds the same payments', async () => {
  const bookings: Booking[] = [
    { direction: 'DBIT', amount: '123.45', reference: 'trf-1', bankReference: 'BANK-1' },
    { direction: 'CRDT', amount: '70.00', reference: 'trf-2', bankReference: 'BANK-2', returned: 'AC04' },
  ];
  const debits = bookings.filter(({ direction }) => direction === 'DBIT');
  const statements = [
    dutchStatement(bookings),
    germanStatement(bookings),
    nordicStatement(debits),
    batchStatement('pbf-1', '123.45', 'B'),
  ];
  const { faults, entries } = await judge({ payments: [], statements });
  expect(faults).toEqual([]);
  expect(entries.map(([, reference]) => reference)).toEqual(['trf-1', 'trf-2', 'trf-1', 'trf-2', 'trf-1']);
}, 240_000);
