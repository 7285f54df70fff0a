import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { isExact, type Money, toMinor } from '../../core/money.js';
import {
  type BankDocument,
  type BankEntry,
  type PaymentReferences,
  type StatusReport,
  UnreadableBankFile,
} from './bank-document.js';
import { identifyBankFile } from './identify-bank-file.js';
import { findOwnId, recognizePayment } from './recognize-payment.js';

/** An XML element: every child is a list, every text is in `#text`. */
type Element = { [name: string]: Element[] | string | undefined };

const META = XMLParser.getMetaDataSymbol() as unknown as string;

/** Final refusals in pain.002: the bank does not execute the payment. */
const REFUSED = new Set(['RJCT', 'CANC']);

/** Characters of a bank's reason that are kept. */
const MAX_REASON = 200;

/** One part of the file cannot be read; the other parts can. */
class UnreadableEntry extends Error {}

/**
 * Reads a bank's account statement (camt.053), notification (camt.054) or payment status report (pain.002), in every version of
 * ISO 20022. Each booked payment becomes one entry. Parts that cannot be read are listed, with the line and the reason.
 *
 * @param file the bytes as the bank sent them: UTF-8, UTF-16 or the encoding that the XML declaration names.
 * @throws {UnreadableBankFile} for any other file.
 */
export function readBankDocument(file: Uint8Array | string): BankDocument {
  const xml = identifyBankFile(file);
  const fault = XMLValidator.validate(xml);
  if (fault !== true) {
    throw new UnreadableBankFile(`is not complete XML: ${fault.err.msg} (line ${fault.err.line}); download it again`);
  }
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    alwaysCreateTextNode: true,
    captureMetaData: true,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  });
  const root = parser.parse(xml) as Element;
  const result: BankDocument = { format: 'camt.053', entries: [], reports: [], unread: [], pending: 0 };
  const documents = findDocuments(root);
  const source = new Source(xml);
  for (const document of documents) readDocument(document, source, result);
  numberEqualEntries(result.entries);
  return result;
}

/** The `Document` elements. Some banks wrap several in an envelope. */
function findDocuments(root: Element, depth = 0): Element[] {
  const found = list(root, 'Document');
  if (found.length > 0) return found;
  const below = depth < 5 ? Object.keys(root).flatMap((name) => list(root, name)) : [];
  const documents = below.flatMap((element) => findDocuments(element, depth + 1));
  if (documents.length === 0 && depth === 0) {
    throw new UnreadableBankFile('has no Document of ISO 20022: we need a camt.053, camt.054 or pain.002');
  }
  return documents;
}

const OTHER_MESSAGES: Readonly<Record<string, string>> = {
  BkToCstmrAcctRpt: 'is a camt.052, an interim report whose entries may still change: we need the camt.053 of the day',
  CstmrCdtTrfInitn: 'is a payment file (pain.001), which is for the bank: we need its camt.053, camt.054 or pain.002',
};

function readDocument(document: Element, source: Source, result: BankDocument): void {
  const [statement, notification, report] = ['BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn', 'CstmrPmtStsRpt'].map(
    (name) => list(document, name)[0],
  );
  if (statement) readStatements(list(statement, 'Stmt'), source, result);
  else if (notification) {
    result.format = 'camt.054';
    readStatements(list(notification, 'Ntfctn'), source, result);
  } else if (report) {
    result.format = 'pain.002';
    result.reports.push(...readReports(report, source));
  } else {
    const name = Object.keys(document).find((key) => /^[A-Z]/.test(key)) ?? 'nothing';
    throw new UnreadableBankFile(
      OTHER_MESSAGES[name] ?? `holds ${name}: we need a camt.053 (BkToCstmrStmt), camt.054 or pain.002`,
    );
  }
}

function readStatements(statements: readonly Element[], source: Source, result: BankDocument): void {
  const seen = new Set<string>();
  for (const statement of statements) {
    const iban = (text(statement, 'Acct', 'Id', 'IBAN') ?? text(statement, 'Acct', 'Id', 'Othr', 'Id') ?? '')
      .replace(/\s/g, '')
      .toUpperCase();
    // A file may repeat a statement. A page of a statement has the same id and another page number.
    const identity = [iban, text(statement, 'Id'), text(statement, 'StmtPgntn', 'PgNb')].join(' ');
    if (text(statement, 'Id') !== undefined && seen.has(identity)) continue;
    seen.add(identity);
    for (const entry of list(statement, 'Ntry')) readEntry(entry, { statement, iban, source }, result);
  }
}

interface Place {
  statement: Element;
  iban: string;
  source: Source;
}

function readEntry(entry: Element, place: Place, result: BankDocument): void {
  const status = text(entry, 'Sts', 'Cd') ?? text(entry, 'Sts', 'Prtry') ?? text(entry, 'Sts') ?? 'BOOK';
  if (/^(PDNG|INFO|FUTR)$/i.test(status)) {
    result.pending += 1;
    return;
  }
  const line = place.source.lineOf(entry);
  try {
    if (!/^(BOOK|BOOKED)$/i.test(status)) throw new UnreadableEntry(`has the status ${status}, not BOOK`);
    result.entries.push(...toEntries(entry, line, place));
  } catch (err) {
    if (!(err instanceof UnreadableEntry)) throw err;
    const source = place.source.textOf(entry).replace(/<[^>]*>/g, ' ');
    const mayBeOurs = findOwnId(source) !== null || amountOf(entry, place) === null;
    result.unread.push({ line, reason: err.message, mayBeOurs });
  }
}

function toEntries(entry: Element, line: number, place: Place): BankEntry[] {
  const amount = amountOf(entry, place);
  if (amount === null) throw new UnreadableEntry(`has no readable amount: ${text(entry, 'Amt') ?? 'none'}`);
  const direction = directionOf(entry);
  if (direction === null) throw new UnreadableEntry('has no CdtDbtInd of DBIT or CRDT');
  const details = list(entry, 'NtryDtls').flatMap((group) => list(group, 'TxDtls'));
  const batch = list(entry, 'NtryDtls').flatMap((group) => list(group, 'Btch'))[0] ?? {};
  const texts = [text(entry, 'AddtlNtryInf')];
  const whole: BankEntry = {
    ...{ line, iban: place.iban, direction, amount, instructed: null },
    isReversal: /^(true|1)$/i.test(text(entry, 'RvslInd') ?? ''),
    bookedOn: dayOf(entry, place.statement),
    bankReference: text(entry, 'AcctSvcrRef') ?? text(entry, 'NtryRef') ?? null,
    ...{ returnReason: null, occurrence: 0, batch: [] },
    ...{ endToEndId: null, instructionId: null, text: joined(texts) },
    fileId: text(batch, 'PmtInfId') ?? text(batch, 'MsgId') ?? null,
  };
  const [only] = details;
  if (!only) return [whole];
  const amounts = details.map((detail) => detailAmount(detail, place, details.length > 1));
  if (details.length > 1 && amounts.some((amount) => amount === null)) {
    return [{ ...whole, batch: details.map((detail) => referencesOf(detail, whole)) }];
  }
  return details.map((detail, index) => {
    const references = referencesOf(detail, whole);
    const own = amounts[index];
    return {
      ...whole,
      ...references,
      ...(own && { amount: own }),
      instructed: readAmount(at(detail, 'AmtDtls', 'InstdAmt', 'Amt') ?? at(detail, 'AmtDtls', 'InstdAmt'), place),
      direction: directionOf(detail) ?? direction,
      bankReference:
        text(detail, 'Refs', 'AcctSvcrRef') ??
        text(entry, 'AcctSvcrRef') ??
        text(detail, 'Refs', 'TxId') ??
        whole.bankReference,
      returnReason: reasonOf(list(detail, 'RtrInf')),
      counterparty: text(detail, 'RltdPties', 'Cdtr', 'Nm') ?? text(detail, 'RltdPties', 'Cdtr', 'Pty', 'Nm'),
    };
  });
}

function referencesOf(detail: Element, { fileId, text: entryText }: PaymentReferences): PaymentReferences {
  const given = (name: string) => {
    const value = text(detail, 'Refs', name);
    return value === undefined || /^NOT ?PROVIDED$/i.test(value) ? null : value;
  };
  const remittance = list(detail, 'RmtInf');
  const texts = [
    ...remittance.flatMap((info) => list(info, 'Ustrd')).map((line) => line['#text'] as string),
    ...remittance.flatMap((info) => list(info, 'Strd')).map((info) => text(info, 'CdtrRefInf', 'Ref')),
    text(detail, 'AddtlTxInf'),
    given('TxId'),
    entryText,
  ];
  return {
    endToEndId: given('EndToEndId'),
    instructionId: given('InstrId'),
    fileId: given('PmtInfId') ?? given('MsgId') ?? fileId,
    text: joined(texts),
  };
}

/** The amount of one payment. For an entry of several payments some banks give only the order's amount. */
function detailAmount(detail: Element, place: Place, isOneOfSeveral: boolean): Money | null | undefined {
  const own = readAmount(at(detail, 'Amt'), place) ?? readAmount(at(detail, 'AmtDtls', 'TxAmt', 'Amt'), place);
  if (own) return own;
  return isOneOfSeveral ? readAmount(at(detail, 'AmtDtls', 'InstdAmt', 'Amt'), place) : undefined;
}

const amountOf = (entry: Element, place: Place): Money | null => readAmount(at(entry, 'Amt'), place);

function readAmount(element: Element | undefined, { statement }: Pick<Place, 'statement'>): Money | null {
  const digits = element ? ownText(element)?.replace(/^\+/, '').replace(',', '.') : undefined;
  const currency = (element?.['@Ccy'] as string | undefined) ?? text(statement, 'Acct', 'Ccy');
  if (digits === undefined || currency === undefined || !/^[A-Z]{3}$/.test(currency)) return null;
  if (!/^\d{1,15}(\.\d{0,5})?$/.test(digits)) return null;
  const decimal = Number(digits);
  return isExact(decimal, currency) ? { minor: toMinor(decimal, currency), currency } : null;
}

function directionOf(element: Element): 'debit' | 'credit' | null {
  const code = text(element, 'CdtDbtInd')?.toUpperCase();
  if (code === 'DBIT') return 'debit';
  return code === 'CRDT' ? 'credit' : null;
}

function dayOf(entry: Element, statement: Element): string {
  const dates = [
    ...['BookgDt', 'ValDt'].flatMap((name) => [text(entry, name, 'Dt'), text(entry, name, 'DtTm')]),
    ...[text(statement, 'FrToDt', 'ToDtTm'), text(statement, 'CreDtTm')],
  ];
  const day = dates.map((date) => date?.slice(0, 10)).find((date) => date && !Number.isNaN(Date.parse(date)));
  if (!day || !/^\d{4}-\d\d-\d\d$/.test(day)) throw new UnreadableEntry('has no booking date and no value date');
  return day;
}

/** Such as `AC04`, `AC04: Konto aufgelöst` or `Konto aufgelöst`. */
function reasonOf(infos: readonly Element[]): string | null {
  const [info] = infos;
  if (!info) return null;
  const words = list(info, 'AddtlInf').map((line) => text(line));
  const parts = [text(info, 'Rsn', 'Cd') ?? text(info, 'Rsn', 'Prtry'), words.filter(Boolean).join(' ')];
  return parts.filter(Boolean).join(': ').slice(0, MAX_REASON) || null;
}

/** Numbers entries that would get the same id. Their texts are left out: banks write them differently in camt.053 and camt.054. */
function numberEqualEntries(entries: readonly BankEntry[]): void {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const { iban, bankReference, direction, amount, bookedOn } = entry;
    const named = [entry, ...entry.batch].map((references) => recognizePayment(references)?.id);
    const key = JSON.stringify([iban, bankReference, direction, amount.minor, amount.currency, bookedOn, named]);
    entry.occurrence = counts.get(key) ?? 0;
    counts.set(key, entry.occurrence + 1);
  }
}

/** Reports on payments, and on whole files for which the bank lists no payments. */
function readReports(report: Element, source: Source): StatusReport[] {
  const group = at(report, 'OrgnlGrpInfAndSts') ?? {};
  const groupStatus = text(group, 'GrpSts');
  const infos = list(report, 'OrgnlPmtInfAndSts');
  const fileId = text(group, 'OrgnlMsgId') ?? null;
  if (infos.length === 0 && groupStatus !== undefined) {
    return [toReport(group, groupStatus, { fileId, isWholeFile: true }, source)];
  }
  return infos.flatMap((info) => {
    const ownFileId = text(info, 'OrgnlPmtInfId') ?? fileId;
    const infoStatus = text(info, 'PmtInfSts') ?? groupStatus;
    const payments = list(info, 'TxInfAndSts');
    if (payments.length > 0) {
      return payments.map((payment) =>
        toReport(
          payment,
          text(payment, 'TxSts') ?? infoStatus ?? '',
          { fileId: ownFileId, isWholeFile: false },
          source,
          info,
          group,
        ),
      );
    }
    return infoStatus === undefined
      ? []
      : [toReport(info, infoStatus, { fileId: ownFileId, isWholeFile: true }, source, group)];
  });
}

/** @param above elements that give the reason when the report itself has none. */
function toReport(
  element: Element,
  code: string,
  about: { fileId: string | null; isWholeFile: boolean },
  source: Source,
  ...above: Element[]
): StatusReport {
  const reasons = [element, ...above].map((node) => reasonOf(list(node, 'StsRsnInf')));
  return {
    ...about,
    line: source.lineOf(element),
    code,
    outcome: REFUSED.has(code.toUpperCase()) ? 'refused' : 'open',
    reason: reasons.find((reason) => reason !== null) ?? null,
    endToEndId: text(element, 'OrgnlEndToEndId') ?? null,
    instructionId: text(element, 'OrgnlInstrId') ?? null,
    text: '',
  };
}

const joined = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter((line) => line !== undefined && line !== null && line !== '').join('\n');

function list(element: Element, name: string): Element[] {
  const found = element[name];
  return Array.isArray(found) ? found.map((item) => (typeof item === 'object' ? item : { '#text': item })) : [];
}

function at(element: Element, ...path: string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => found && list(found, name)[0], element);
}

const ownText = (element: Element): string | undefined => (element['#text'] as string | undefined)?.trim() || undefined;

/** The text of the first element at a path; undefined when it is absent or empty. */
function text(element: Element, ...path: string[]): string | undefined {
  const found = at(element, ...path);
  return found && ownText(found);
}

/** The text of the file, with the place of each element in it. */
class Source {
  private readonly lineEnds: number[] = [];

  constructor(readonly xml: string) {
    for (let at = xml.indexOf('\n'); at !== -1; at = xml.indexOf('\n', at + 1)) this.lineEnds.push(at);
  }

  /** Line of an element, from 1. */
  lineOf(element: Element): number {
    const start = this.positionOf(element)?.startIndex ?? 0;
    let [low, high] = [0, this.lineEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.lineEnds[middle] as number) < start) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }

  textOf(element: Element): string {
    const position = this.positionOf(element);
    return position ? this.xml.slice(position.startIndex, position.endIndex) : '';
  }

  private positionOf(element: Element): { startIndex: number; endIndex: number } | undefined {
    return element[META] as unknown as { startIndex: number; endIndex: number } | undefined;
  }
}
