import { UnreadableBankFile } from './bank-document.js';

const NEEDED = 'we need the XML of a camt.053, camt.054 or pain.002';

/** Other files that finance downloads by mistake, by their first characters, each with the answer. */
const OTHER_FORMATS: readonly (readonly [string | RegExp, string])[] = [
  ['PK\u0003\u0004', `is a ZIP archive or a spreadsheet: unpack it and import its XML files; ${NEEDED}`],
  ['\u001f\u008b', `is compressed with gzip: unpack it; ${NEEDED}`],
  ['Rar!', `is an archive: unpack it; ${NEEDED}`],
  ['%PDF', `is a PDF: ${NEEDED}`],
  [/^\s*(?:\{1:.*)?(?:.*\n)*?:34F:/, `is an MT942, an interim report: ${NEEDED}`],
  [/^\s*(?:\{1:|:20:|:25:)/, `is an MT940 (SWIFT): ask the bank for the same statement as camt.053; ${NEEDED}`],
  [/^\s*(?:OFXHEADER|<OFX>)/i, `is an OFX file: ${NEEDED}`],
  [/^\s*<(?:!DOCTYPE\s+)?html/i, `is a web page, perhaps of a session that ended: download the file again; ${NEEDED}`],
  [/^01,\d*,/, `is a BAI2 file: ${NEEDED}`],
  [/^\s*$/, `is empty: ${NEEDED}`],
];

/** The text of an XML file. @throws {UnreadableBankFile} if it is no XML, naming a known format, or has a DOCTYPE. */
export function identifyBankFile(file: Uint8Array | string): string {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 4096));
  const other = OTHER_FORMATS.find(([sign]) => (typeof sign === 'string' ? start.startsWith(sign) : sign.test(start)));
  if (other) throw new UnreadableBankFile(other[1]);
  const xml = decode(bytes, start);
  if (!/^\s*</.test(xml)) {
    const [firstLine = ''] = start.split(/\r?\n/);
    throw new UnreadableBankFile(
      firstLine.split(/[;,\t]/).length > 3 ? `is a CSV file: ${NEEDED}` : `is not XML: ${NEEDED}`,
    );
  }
  // Entities of a document type can exhaust memory. No bank sends one.
  if (/<!DOCTYPE/i.test(xml)) throw new UnreadableBankFile('has a document type: no bank writes one');
  return xml;
}

function decode(bytes: Uint8Array, start: string): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(start.replace('ï»¿', ''))?.[1] ?? 'utf-8';
  const isLittleEndian = start.startsWith('ÿþ') || start.startsWith('<\u0000');
  const isBigEndian = start.startsWith('þÿ') || start.startsWith('\u0000<');
  const encoding = isLittleEndian ? 'utf-16le' : isBigEndian ? 'utf-16be' : declared;
  try {
    return new TextDecoder(/^utf-?16$/i.test(encoding) ? 'utf-8' : encoding).decode(bytes);
  } catch {
    throw new UnreadableBankFile(`has the unknown encoding ${declared}: ${NEEDED}`);
  }
}
