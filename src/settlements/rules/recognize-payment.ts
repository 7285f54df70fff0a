import type { Id } from '../../core/ids.js';
import { isSame, type Money } from '../../core/money.js';
import type { BankEntry, PaymentReferences } from './bank-document.js';

/** Our object that a bank's reference names. Ids are in lower case, because some banks change the case. */
export type OwnReference =
  | { kind: 'transfer'; id: string }
  /** A statement without the number of its attempt. */
  | { kind: 'statement'; id: string }
  | { kind: 'file'; id: string };

const KINDS = { trf: 'transfer', stm: 'statement', pbf: 'file' } as const;

/** An id of ours: banks replace the separator, break lines after 27 or 35 characters, and put labels such as `EREF+` first. */
const OWN_ID = /(?:^|[^0-9a-z]|EREF|KREF)(trf|stm|pbf)[-_/.+ ]?((?:[0-9a-z]\s?){20})(?:[-_/.+]\s?(\d{1,3})(?!\d))?/i;

export function findOwnId(text: string | null): OwnReference | null {
  const [, prefix, random, attempt] = OWN_ID.exec(text ?? '') ?? [];
  if (prefix === undefined || random === undefined) return null;
  const id = `${prefix}_${random.replace(/\s/g, '')}`.toLowerCase();
  const kind = KINDS[prefix.toLowerCase() as keyof typeof KINDS];
  if (kind !== 'transfer') return { kind, id };
  return attempt === undefined
    ? { kind: 'statement', id: id.replace('trf_', 'stm_') }
    : { kind, id: `${id}_${attempt}` };
}

/** Tries each reference (end-to-end id, instruction id, texts, file), because a bank writes its own in place of ours. */
export function recognizePayment(references: PaymentReferences): OwnReference | null {
  const { endToEndId, instructionId, fileId, text } = references;
  const found = [endToEndId, instructionId, text, fileId].map(findOwnId);
  return found.find((reference) => reference?.kind === 'transfer') ?? found.find(Boolean) ?? null;
}

/** A payment whose end the bank has not reported. */
export interface OpenPayment {
  settlementId: Id<'statement'>;
  amount: Money;
  debtorIban: string;
}

/** Open payments that an entry without our reference may be: the same account, currency and amount. */
export function suggestPayments<T extends OpenPayment>(entry: BankEntry, open: readonly T[]): T[] {
  if (entry.direction !== 'debit') return [];
  const { iban, instructed, amount: booked } = entry;
  return open.filter(
    ({ debtorIban, amount }) =>
      debtorIban === iban && (isSame(booked, amount) || (instructed && isSame(instructed, amount))),
  );
}
