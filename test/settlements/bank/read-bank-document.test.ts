import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../src/platform/config/project-root.js';
import { type BankDocument, UnreadableBankFile } from '../../../src/settlements/rules/bank-document.js';
import { readBankDocument } from '../../../src/settlements/rules/read-bank-document.js';
import { findOwnId, recognizePayment, suggestPayments } from '../../../src/settlements/rules/recognize-payment.js';

const FOLDER = join(projectRoot(), 'test/fixtures/bank-statements');
const [ID1, ID2, FILE] = ['7Kq2mXc9Rt4VbN8wJz3H', 'Ab1Cd2Ef3Gh4Jk5Mn6Pq', 'Zz9Yy8Xx7Ww6Vv5Tt4Ss'];
const REFERENCES = {
  REF1: `trf-${ID1}-1`,
  REF2: `trf-${ID2}-1`,
  FILE: `pbf-${FILE}`,
  STM1: `stm-${ID1}`,
  // Broken after 27 characters, as text lines of banks are.
  WRAP1: `trf-${ID1}-1`.replace(/^(.{22})/, '$1\n'),
  UPPER1: `TRF-${ID1.toUpperCase()}-1`,
};

const fixture = (name: string): string =>
  Object.entries(REFERENCES).reduce(
    (xml, [mark, reference]) => xml.replaceAll(mark, reference),
    readFileSync(join(FOLDER, `${name}.xml`), 'utf8'),
  );

/** `debit 10407 trf_…_1`: the facts of each entry that decide about a payment. */
const facts = ({ entries }: BankDocument) =>
  entries.map((entry) => {
    const own = entry.batch.length > 0 ? entry.batch.map(recognizePayment) : [recognizePayment(entry)];
    const ids = own.map((reference) => reference?.id ?? 'nothing').join(' and ');
    const marks = [entry.isReversal && 'reversal', entry.returnReason, entry.occurrence > 0 && `#${entry.occurrence}`];
    return [
      entry.direction,
      entry.amount.minor,
      entry.amount.currency,
      entry.bookedOn,
      ids,
      ...marks.filter(Boolean),
    ].join(' ');
  });

const ONE = `trf_${ID1}_1`.toLowerCase();
const TWO = `trf_${ID2}_1`.toLowerCase();
const PAID = `debit 10407 EUR 2026-11-12 ${ONE}`;
const PAID_TWO = `debit 5000 EUR 2026-11-12 ${TWO}`;

const DIALECTS: [name: string, entries: string[]][] = [
  ['sparkasse-single', [PAID, 'debit 490 EUR 2026-11-12 nothing']],
  ['sparkasse-batch', [PAID, PAID_TWO]],
  ['commerzbank-text', [PAID]],
  ['commerzbank-entry-text', [PAID]],
  ['deutsche-bank-return', [PAID, `credit 10407 EUR 2026-11-14 ${ONE} AC04: KONTO ERLOSCHEN`]],
  ['deutsche-bank-reversal', [PAID, PAID, `credit 10407 EUR 2026-11-12 ${ONE} reversal`]],
  ['ing-single', [PAID]],
  ['ing-batch-no-amounts', [`debit 15407 EUR 2026-11-12 ${ONE} and ${TWO}`]],
  ['abn-amro-text', [PAID]],
  ['rabobank-value-date', [PAID]],
  ['bnp-prefixed', [PAID]],
  ['ubs-chf', [PAID.replace('EUR', 'CHF')]],
  ['postfinance-proprietary-status', [PAID]],
  ['nordea-batch', [PAID, PAID_TWO]],
  ['danske-whole-file', [`debit 15407 EUR 2026-11-12 pbf_${FILE.toLowerCase()}`]],
  ['wise-remittance', [`debit 10407 EUR 2026-11-12 stm_${ID1.toLowerCase()}`]],
  ['revolut-no-reference', ['debit 10407 EUR 2026-11-12 nothing']],
  ['kbc-repeated-statement', [PAID, `${PAID} #1`]],
  ['santander-partial-return', [PAID, `credit 9857 EUR 2026-11-16 ${ONE} CUENTA CANCELADA`]],
  ['unicredit-odd-entry', [PAID]],
  ['postbank-camt054', [PAID]],
];

test.each(DIALECTS)('reader finds each payment of %s', (name, entries) => {
  expect(facts(readBankDocument(fixture(name)))).toEqual(entries);
});

test('every dialect has an expectation', () => {
  const camt = readdirSync(FOLDER).filter((name) => !name.startsWith('pain002'));
  expect(DIALECTS.map(([name]) => `${name}.xml`).sort()).toEqual(camt.sort());
});

test('reader lists unreadable entries by line, and says if they may be ours', () => {
  const { unread } = readBankDocument(fixture('unicredit-odd-entry'));
  expect(unread).toEqual([
    { line: 9, reason: 'has no readable amount: one hundred', mayBeOurs: true },
    { line: 10, reason: 'has the status REVD, not BOOK', mayBeOurs: false },
  ]);
  const held = readBankDocument(fixture('postfinance-proprietary-status')).unread;
  expect(held).toEqual([{ line: 10, reason: 'has the status HOLD, not BOOK', mayBeOurs: true }]);
  expect(readBankDocument(fixture('rabobank-value-date'))).toMatchObject({ unread: [], pending: 1 });
});

test('reader reads refusals of single payments and of whole files', () => {
  expect(readBankDocument(fixture('pain002-one-refused'))).toMatchObject({
    format: 'pain.002',
    reports: [
      {
        endToEndId: REFERENCES.REF1,
        outcome: 'refused',
        code: 'RJCT',
        reason: 'AC04: Closed account',
        isWholeFile: false,
      },
      { endToEndId: REFERENCES.REF2, outcome: 'open', code: 'ACSP', reason: null },
    ],
  });
  expect(readBankDocument(fixture('pain002-file-refused')).reports).toMatchObject([
    { fileId: REFERENCES.FILE, outcome: 'refused', reason: 'FF01', isWholeFile: true },
  ]);
});

const XML = fixture('ing-single');
test('reader numbers entries of one day and amount that differ only in their texts', () => {
  const entries = /<Ntry>.*<\/Ntry>/s;
  const bare = (text: string) =>
    `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-12</Dt></BookgDt><AddtlNtryInf>${text}</AddtlNtryInf></Ntry>`;
  const xml = fixture('ing-single').replace(entries, ['RENT', 'RENT', 'FEE'].map(bare).join(''));
  const rent = 'debit 500 EUR 2026-11-12 nothing';
  expect(facts(readBankDocument(xml))).toEqual([rent, `${rent} #1`, `${rent} #2`]);
});

const utf16 = (text: string) => Buffer.from(`\uFEFF${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');

test.each<[string, Uint8Array]>([
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${XML}`)],
  ['UTF-16 little endian', utf16(XML)],
  ['UTF-16 big endian', utf16(XML).swap16()],
  ['ISO-8859-1', Buffer.from(XML.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
  ['windows-1252', Buffer.from(XML.replace('UTF-8', 'windows-1252'), 'latin1')],
  ['leading blank lines', Buffer.from(`\n\n${XML.replace(/<\?xml[^>]*>\s*/, '')}`)],
  ['one line', Buffer.from(XML.replace(/>\s+</g, '><'))],
  ['Windows line ends', Buffer.from(XML.replaceAll('\n', '\r\n'))],
  [
    'an envelope around the document',
    Buffer.from(`<Envelope><Body>${XML.replace(/<\?xml[^>]*>/, '')}</Body></Envelope>`),
  ],
  ['an application header', Buffer.from(`<Msg><AppHdr/>${XML.replace(/<\?xml[^>]*>/, '')}</Msg>`)],
])('reader accepts %s', (_, bytes) => {
  expect(facts(readBankDocument(bytes))).toEqual([PAID]);
});

test.each<[string, string | Uint8Array, string]>([
  ['camt.052', '<Document><BkToCstmrAcctRpt/></Document>', 'is a camt.052'],
  ['pain.001', '<Document><CstmrCdtTrfInitn/></Document>', 'is a payment file (pain.001)'],
  ['pacs.008', '<Document><FIToFICstmrCdtTrf/></Document>', 'holds FIToFICstmrCdtTrf'],
  ['other XML', '<rss/>', 'has no Document of ISO 20022'],
  ['MT940', '\r\n:20:STARTUMSE\r\n:25:37040044/0532013000\r\n:60F:C261111EUR1,00\r\n', 'is an MT940'],
  ['MT940 with a header', '{1:F01COBADEFFXXXX0000000000}{2:I940}{4:\n:20:A', 'is an MT940'],
  ['MT942', ':20:A\n:25:B\n:28C:1\n:34F:EUR0,\n:13D:2611121200+0100', 'is an MT942'],
  ['ZIP', Buffer.from('504b0304140000000800', 'hex'), 'is a ZIP archive'],
  ['gzip', Buffer.from('1f8b0800000000000003', 'hex'), 'is compressed with gzip'],
  ['PDF', '%PDF-1.7\n', 'is a PDF'],
  ['CSV', 'Buchungstag;Valuta;Text;Betrag;Waehrung\n12.11.2026;;;-104,07;EUR', 'is a CSV file'],
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML', 'is an OFX file'],
  ['BAI2', '01,021000021,123,261112,0600,1,,,2/', 'is a BAI2 file'],
  ['HTML', '<!DOCTYPE html><html><body>Login</body></html>', 'is a web page'],
  ['nothing', ' \n', 'is empty'],
  ['text', 'hello', 'is not XML'],
  ['cut XML', fixture('ing-single').slice(0, -40), 'is not complete XML'],
  ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>', 'has a document type'],
  ['an unknown encoding', '<?xml version="1.0" encoding="x-none"?><Document/>', 'unknown encoding'],
])('reader names %s and says which file we need', (_, file, message) => {
  expect(() => readBankDocument(file)).toThrow(UnreadableBankFile);
  expect(() => readBankDocument(file)).toThrow(message);
});

test.each([
  [`trf-${ID1}-1`, 'transfer', ONE],
  [`TRF-${ID1.toUpperCase()}-1`, 'transfer', ONE],
  [`trf_${ID1}_1`.replace(/_1$/, '-1'), 'transfer', ONE],
  [`trf/${ID1}/1`, 'transfer', ONE],
  [`EREF+trf-${ID1}-1 SVWZ+Statement 2026-10`, 'transfer', ONE],
  [`EREF: TRF ${ID1} -1`, 'transfer', ONE],
  [`KREF+trf-${ID1}`, 'statement', `stm_${ID1.toLowerCase()}`],
  [`/EREF/trf-${ID1}-12/REMI/x`, 'transfer', `${ONE}2`],
  [`Statement 2026-10 stm-${ID1} PO 77`, 'statement', `stm_${ID1.toLowerCase()}`],
  [`trf-${ID1.slice(0, 10)}\n${ID1.slice(10)}-1`, 'transfer', ONE],
  [`pbf-${FILE}`, 'file', `pbf_${FILE.toLowerCase()}`],
])('findOwnId reads %j', (text, kind, id) => {
  expect(findOwnId(text)).toEqual({ kind, id });
});

test.each(['invoice 17', 'trf-short-1', 'NOTPROVIDED', '', null, `xtrf-${ID1}-1`])('findOwnId refuses %j', (text) => {
  expect(findOwnId(text)).toBeNull();
});

test('recognizePayment prefers the payment over its file', () => {
  const references = {
    endToEndId: 'NEW-REF-OF-BANK',
    instructionId: null,
    fileId: REFERENCES.FILE,
    text: REFERENCES.REF1,
  };
  expect(recognizePayment(references)).toEqual({ kind: 'transfer', id: ONE });
  expect(recognizePayment({ ...references, text: '' })).toEqual({ kind: 'file', id: `pbf_${FILE.toLowerCase()}` });
});

test('suggestPayments offers open payments of the same amount and account', () => {
  const [entry] = readBankDocument(fixture('revolut-no-reference')).entries;
  if (!entry) throw new Error('the fixture has an entry');
  const open = {
    settlementId: 'stm_a',
    amount: { minor: 10_407, currency: 'EUR' },
    debtorIban: 'DE89370400440532013000',
  };
  const payments = [
    open,
    { ...open, settlementId: 'stm_b' },
    { ...open, settlementId: 'stm_amount', amount: { minor: 10_408, currency: 'EUR' } },
    { ...open, settlementId: 'stm_currency', amount: { minor: 10_407, currency: 'CHF' } },
    { ...open, settlementId: 'stm_account', debtorIban: 'PL61109010140000071219812874' },
  ];
  expect(suggestPayments(entry, payments).map(({ settlementId }) => settlementId)).toEqual(['stm_a', 'stm_b']);
  expect(suggestPayments({ ...entry, direction: 'credit' }, payments)).toEqual([]);
});
