import type { Money } from '../../core/money.js';

/*
 * The facts of a bank's file, whichever of its formats it is in. `read-bank-document.ts` reads files into these types.
 */

/** The references of one payment, as the bank repeats them from our payment file. */
export interface PaymentReferences {
  endToEndId: string | null;
  instructionId: string | null;
  fileId: string | null;
  /** Remittance and additional texts, one per line. Some banks repeat our references only here. */
  text: string;
}

/** A booked movement on an account of ours: an entry, or one payment of an entry. */
export interface BankEntry extends PaymentReferences {
  /** Line of the entry in the file, from 1. */
  line: number;
  /** Account of the statement: an IBAN without blanks, or the bank's own number. */
  iban: string;
  direction: 'debit' | 'credit';
  /** true: the bank corrects an earlier entry of its own (`RvslInd`). */
  isReversal: boolean;
  amount: Money;
  /** Amount of the payment order, without charges, in the currency of the payment. */
  instructed: Money | null;
  /** `YYYY-MM-DD`; the value date or the day of the statement if the bank gives no booking date. */
  bookedOn: string;
  bankReference: string | null;
  /** Name of who got the money, if the bank gives it. */
  counterparty?: string;
  /** Why a payment came back: a code such as `AC04`, the bank's words, or both (`AC04: account closed`). */
  returnReason: string | null;
  /** Number of equal entries before this one in the file: equal entries of one statement are different entries. */
  occurrence: number;
  /** Payments of a batch whose amounts the bank does not give. Empty for all other entries. */
  batch: PaymentReferences[];
}

/** A status of payments before they are booked (pain.002). */
export interface StatusReport extends PaymentReferences {
  line: number;
  /** The bank's code, such as RJCT. */
  code: string;
  /** `refused`: the bank will not execute the payment. `open`: nothing final. */
  outcome: 'refused' | 'open';
  reason: string | null;
  /** true: the report is about every payment of the file. */
  isWholeFile: boolean;
}

interface UnreadPart {
  line: number;
  reason: string;
  /** true: the part may be about a payment of ours. */
  mayBeOurs: boolean;
}

export interface BankDocument {
  format: 'camt.053' | 'camt.054' | 'pain.002';
  entries: BankEntry[];
  reports: StatusReport[];
  unread: UnreadPart[];
  /** Number of entries that are not booked yet. */
  pending: number;
}

/** The file is none of the formats we read. The message names the file's kind and the file that we need. */
export class UnreadableBankFile extends Error {
  override name = 'UnreadableBankFile';
}
