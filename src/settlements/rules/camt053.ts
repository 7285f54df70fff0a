import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { isExact, toMinor } from '../../core/money.js';

/** A booked movement on one of our accounts, as a bank's statement has it. */
export interface BankEntry {
  /** The account that the statement is of. */
  iban: string;
  direction: 'debit' | 'credit';
  amountMinor: number;
  currency: string;
  /** The amount of the payment order, where the bank gives it: without its charges, in the currency of the payment. */
  instructed: { amountMinor: number; currency: string } | null;
  /** `YYYY-MM-DD`. */
  bookedOn: string;
  /** The bank's own reference. */
  bankReference: string | null;
  /** What the payment file said: of one payment, or, where the bank books a file as one, of the file. */
  endToEndId: string | null;
  fileId: string | null;
  /** Why a payment came back: a code such as `AC04`, or the bank's words. */
  returnReason: string | null;
}

/** A file that is no bank statement; `message` says what is wrong with it. */
export class NoBankStatement extends Error {
  override name = 'NoBankStatement';
}

const list = <T extends z.ZodType>(item: T) => z.array(item).default([]);
const text = z.string().trim().min(1).optional().catch(undefined);
const amount = z.object({ '#text': z.string(), '@Ccy': z.string() });
const day = z
  .object({ Dt: text, DtTm: text })
  .transform(({ Dt, DtTm }) => (Dt ?? DtTm)?.slice(0, 10))
  .pipe(z.iso.date());

const DETAILS = z.object({
  Refs: z.object({ EndToEndId: text, PmtInfId: text, MsgId: text, AcctSvcrRef: text, TxId: text }).default({}),
  // From version 4 on directly, before that within AmtDtls, and often only on the entry.
  Amt: amount.optional(),
  AmtDtls: z
    .object({ TxAmt: z.object({ Amt: amount }).optional(), InstdAmt: z.object({ Amt: amount }).optional() })
    .optional(),
  CdtDbtInd: text,
  RtrInf: z.object({ Rsn: z.object({ Cd: text, Prtry: text }).default({}), AddtlInf: list(z.string()) }).optional(),
});

const ENTRY = z.object({
  Amt: amount,
  CdtDbtInd: z.enum(['DBIT', 'CRDT']),
  // A code by itself until version 4.
  Sts: z.union([z.string(), z.object({ Cd: z.string() }).transform(({ Cd }) => Cd)]),
  BookgDt: day.optional(),
  AcctSvcrRef: text,
  NtryRef: text,
  AddtlNtryInf: text,
  NtryDtls: list(z.object({ Btch: z.object({ MsgId: text, PmtInfId: text }).optional(), TxDtls: list(DETAILS) })),
});

const STATEMENT = z.object({
  Acct: z.object({ Id: z.object({ IBAN: text, Othr: z.object({ Id: text }).optional() }) }),
  Ntry: list(ENTRY),
});

const DOCUMENT = z.object({ Document: z.object({ BkToCstmrStmt: z.object({ Stmt: list(STATEMENT) }) }) });

const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'AddtlInf']);

/**
 * The booked entries of a bank's account statement (ISO 20022 camt.053, versions 2 to 13), one for each payment that it tells
 * apart. Entries that are not booked yet are left out.
 *
 * @throws {NoBankStatement} for any other file.
 */
export function readCamt053(xml: string): BankEntry[] {
  const fault = XMLValidator.validate(xml);
  if (fault !== true) throw new NoBankStatement(`is not XML: ${fault.err.msg} (line ${fault.err.line})`);
  if (/<!DOCTYPE/i.test(xml)) throw new NoBankStatement('has a document type: no bank writes one');
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => LISTS.has(name),
  });
  const read = DOCUMENT.safeParse(parser.parse(xml));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new NoBankStatement(`is no camt.053: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  return read.data.Document.BkToCstmrStmt.Stmt.flatMap((statement) => {
    const { IBAN, Othr } = statement.Acct.Id;
    const iban = (IBAN ?? Othr?.Id ?? '').replace(/\s/g, '');
    return statement.Ntry.filter((entry) => entry.Sts === 'BOOK').flatMap((entry) => toEntries(iban, entry));
  });
}

function toEntries(iban: string, entry: z.output<typeof ENTRY>): BankEntry[] {
  const batch = entry.NtryDtls.find(({ Btch }) => Btch)?.Btch;
  const details = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const whole = {
    iban,
    direction: parseDirection(entry.CdtDbtInd),
    ...money(entry.Amt),
    instructed: null,
    bookedOn: entry.BookgDt ?? '',
    bankReference: entry.AcctSvcrRef ?? entry.NtryRef ?? null,
    endToEndId: null,
    fileId: batch?.PmtInfId ?? batch?.MsgId ?? null,
    returnReason: null,
  };
  if (entry.BookgDt === undefined) throw new NoBankStatement('has a booked entry without a day');
  if (details.length === 0) return [whole];
  return details.map((one) => {
    const instructed = one.AmtDtls?.InstdAmt?.Amt;
    const own = one.Amt ?? one.AmtDtls?.TxAmt?.Amt ?? (details.length > 1 ? instructed : undefined);
    const { Rsn, AddtlInf } = one.RtrInf ?? { Rsn: {}, AddtlInf: [] };
    const { EndToEndId, PmtInfId, MsgId, AcctSvcrRef, TxId } = one.Refs;
    return {
      ...whole,
      ...(own && money(own)),
      instructed: instructed ? money(instructed) : null,
      direction: one.CdtDbtInd === undefined ? whole.direction : parseDirection(one.CdtDbtInd),
      bankReference: AcctSvcrRef ?? entry.AcctSvcrRef ?? TxId ?? whole.bankReference,
      endToEndId: EndToEndId === 'NOTPROVIDED' ? null : (EndToEndId ?? null),
      fileId: PmtInfId ?? MsgId ?? whole.fileId,
      returnReason: Rsn.Cd ?? Rsn.Prtry ?? AddtlInf[0] ?? null,
    };
  });
}

function parseDirection(code: string): 'debit' | 'credit' {
  return code === 'CRDT' ? 'credit' : 'debit';
}

function money({ '#text': digits, '@Ccy': currency }: z.output<typeof amount>): {
  amountMinor: number;
  currency: string;
} {
  const decimal = Number(digits);
  if (!/^\d{1,15}(\.\d{1,5})?$/.test(digits) || !isExact(decimal, currency)) {
    throw new NoBankStatement(`has an amount that is none: ${digits} ${currency}`);
  }
  return { amountMinor: toMinor(decimal, currency), currency };
}
