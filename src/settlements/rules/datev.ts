import { decimalText } from '../../core/money.js';
import { toLatin } from '../../core/text.js';
import { bankId } from './bank-text.js';
import type { Chart, Posting } from './journal.js';
import { endOfMonth, type Month } from './settlement.js';

/** The only currency of a file. Others need a rate, which the service does not have. */
export const DATEV_CURRENCY = 'EUR';
export const DATEV_MAX_ROWS = 99_999;

export interface DatevClient {
  /** Number of the tax consultant, 1001 to 9999999. */
  consultant: number;
  /** Number of the client at the consultant, 1 to 99999. */
  client: number;
  /** First day of the fiscal year, `YYYY-MM-DD`. */
  yearStart: string;
}

const pairs = (count: number, first: string, second: string) =>
  Array.from({ length: count }, (_, i) => [`${first} ${i + 1}`, `${second} ${i + 1}`]).flat();

/** Columns of the format's version 13, by position. */
export const DATEV_COLUMNS: readonly string[] = [
  ...[
    'Umsatz (ohne Soll/Haben-Kz)',
    'Soll/Haben-Kennzeichen',
    'WKZ Umsatz',
    'Kurs',
    'Basis-Umsatz',
    'WKZ Basis-Umsatz',
  ],
  ...['Konto', 'Gegenkonto (ohne BU-Schlüssel)', 'BU-Schlüssel', 'Belegdatum', 'Belegfeld 1', 'Belegfeld 2', 'Skonto'],
  ...[
    'Buchungstext',
    'Postensperre',
    'Diverse Adressnummer',
    'Geschäftspartnerbank',
    'Sachverhalt',
    'Zinssperre',
    'Beleglink',
  ],
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ...['KOST1 - Kostenstelle', 'KOST2 - Kostenstelle', 'Kost-Menge', 'EU-Land u. UStID (Bestimmung)'],
  ...['EU-Steuersatz (Bestimmung)', 'Abw. Versteuerungsart', 'Sachverhalt L+L', 'Funktionsergänzung L+L'],
  ...['BU 49 Hauptfunktionstyp', 'BU 49 Hauptfunktionsnummer', 'BU 49 Funktionsergänzung'],
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation - Inhalt'),
  ...['Stück', 'Gewicht', 'Zahlweise', 'Forderungsart', 'Veranlagungsjahr', 'Zugeordnete Fälligkeit', 'Skontotyp'],
  ...[
    'Auftragsnummer',
    'Buchungstyp',
    'USt-Schlüssel (Anzahlungen)',
    'EU-Land (Anzahlungen)',
    'Sachverhalt L+L (Anzahlungen)',
  ],
  ...['EU-Steuersatz (Anzahlungen)', 'Erlöskonto (Anzahlungen)', 'Herkunft-Kz', 'Buchungs GUID', 'KOST-Datum'],
  ...['SEPA-Mandatsreferenz', 'Skontosperre', 'Gesellschaftername', 'Beteiligtennummer', 'Identifikationsnummer'],
  ...[
    'Zeichnernummer',
    'Postensperre bis',
    'Bezeichnung SoBil-Sachverhalt',
    'Kennzeichen SoBil-Buchung',
    'Festschreibung',
  ],
  ...['Leistungsdatum', 'Datum Zuord. Steuerperiode', 'Fälligkeit', 'Generalumkehr (GU)', 'Steuersatz', 'Land'],
  ...[
    'Abrechnungsreferenz',
    'BVV-Position',
    'EU-Land u. UStID (Ursprung)',
    'EU-Steuersatz (Ursprung)',
    'Abw. Skontokonto',
  ],
];

const END = '\r\n';
const compact = (day: string) => day.replaceAll('-', '');

/** The two lines before the rows of a file (EXTF 700, Buchungsstapel 13). */
export function datevHead(
  month: Month,
  { consultant, client, yearStart }: DatevClient,
  chart: Chart,
  now: Date,
): string {
  const last = new Date(endOfMonth(month).getTime() - 1).toISOString().slice(0, 10);
  const head = [
    ...['"EXTF"', 700, 21, '"Buchungsstapel"', 13, now.toISOString().replace(/\D/g, '')],
    ...['', '"PE"', '""', '""', consultant, client, compact(yearStart), chart.partners.length],
    ...[compact(`${month}-01`), compact(last), quoted(`Partner commissions ${month}`, 30), '""'],
    // Financial accounting, no accounting purpose, not locked.
    ...[1, 0, 0, quoted(DATEV_CURRENCY, 3)],
    ...Array.from({ length: 9 }, () => ''),
  ];
  return head.join(';') + END + DATEV_COLUMNS.join(';') + END;
}

const AT = Object.fromEntries(DATEV_COLUMNS.map((name, index) => [name, index])) as Record<string, number>;

/** A posting in euros as a row: the debit account, and the credit account as its contra account. */
export function datevRow(
  { debit, credit, minor, day, reference, companyId, company, text }: Posting,
  chart: Chart,
): string {
  const row = Array.from(DATEV_COLUMNS, () => '');
  const put = (column: string, value: string) => {
    row[AT[column] ?? -1] = value;
  };
  put('Umsatz (ohne Soll/Haben-Kz)', decimalText(minor, DATEV_CURRENCY).replace('.', ','));
  put('Soll/Haben-Kennzeichen', '"S"');
  put('WKZ Umsatz', quoted(DATEV_CURRENCY, 3));
  put('Konto', chart[debit]);
  put('Gegenkonto (ohne BU-Schlüssel)', chart[credit]);
  put('Belegdatum', day.slice(8) + day.slice(5, 7));
  put('Belegfeld 1', quoted(bankId(reference), 36));
  put('Buchungstext', quoted(`${text}, ${company}`, 60));
  put('Beleginfo - Art 1', quoted('Partner', 20));
  put('Beleginfo - Inhalt 1', quoted(companyId, 210));
  return row.join(';') + END;
}

/** The format has Windows-1252. Letters outside Latin-1 lose their accents, and others become `?`. */
function quoted(text: string, max: number): string {
  const known = Array.from(text.replace(/\s+/g, ' '), (letter) => (isLatin1(letter) ? letter : toLatin(letter)));
  const plain = Array.from(known.join(''), (letter) => (isLatin1(letter) ? letter : '?'));
  return `"${plain.slice(0, max).join('').replaceAll('"', '""')}"`;
}

const isLatin1 = (letter: string): boolean => /^[\x20-\x7E\xA0-\xFF]$/.test(letter);
