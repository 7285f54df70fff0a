import { toDecimal, toMinor } from '../../../src/core/money.js';
import { type Booking, dutchStatement } from '../../settlements/bank/statements.js';

export interface BankPayment {
  /** Ours, as the payment file has it. */
  reference: string;
  fileId: string;
  amountMinor: number;
  currency: string;
  /** `forgotten`: finance withdrew the file, and the bank may still execute the payment. */
  state: 'waiting' | 'refused' | 'forgotten' | 'booked';
}

interface BankEntry extends Booking {
  minor: number;
  /** Whether an import of the entry ended without a crash. */
  isImported: boolean;
}

/** The bank that executes payment files. It makes mistakes: it executes payments twice, and payments of withdrawn files. */
export class Bank {
  readonly payments: BankPayment[] = [];
  /** What its account statements list, oldest first. */
  readonly entries: BankEntry[] = [];
  /** Payments that finance made in online banking, by statement. */
  readonly byHand = new Map<string, number>();

  take(file: { id: string; content: string }): void {
    if (this.payments.some(({ fileId }) => fileId === file.id)) return;
    for (const payment of readPayments(file.content)) {
      this.payments.push({ ...payment, fileId: file.id, state: 'waiting' });
    }
  }

  forget(fileId: string): void {
    for (const payment of this.payments)
      if (payment.fileId === fileId && payment.state === 'waiting') payment.state = 'forgotten';
  }

  book(payment: BankPayment, day: string): void {
    payment.state = 'booked';
    this.enter('DBIT', payment, payment.amountMinor, day);
  }

  /** Money comes back: a return by the other bank, or a correction of the bank's own mistake. */
  giveBack(payment: BankPayment, minor: number, day: string, isReversal: boolean): void {
    this.enter('CRDT', payment, minor, day, isReversal ? { isReversal } : { returned: 'AC04' });
  }

  /** An account statement with some of the entries. */
  statement(entries: readonly BankEntry[] = this.entries): string {
    return dutchStatement(entries);
  }

  /** The money that left our account for the payment and did not return. */
  netMinor(reference: string, only: (entry: BankEntry) => boolean = () => true): number {
    const own = this.entries.filter((entry) => entry.reference === reference && only(entry));
    return own.reduce((sum, { direction, minor }) => sum + (direction === 'DBIT' ? minor : -minor), 0);
  }

  /** The money that left our account for good. */
  get paidMinor(): number {
    const byHand = [...this.byHand.values()].reduce((sum, minor) => sum + minor, 0);
    return this.payments.reduce((sum, { reference }) => sum + this.netMinor(reference), byHand);
  }

  private enter(
    direction: Booking['direction'],
    { reference, currency }: BankPayment,
    minor: number,
    day: string,
    more: Partial<Booking> = {},
  ): void {
    const amount = String(toDecimal(minor, currency));
    const bankReference = `B${this.entries.length}-${reference}`;
    this.entries.push({
      ...{ direction, amount, currency, reference, bankReference, day, minor, isImported: false },
      ...more,
    });
  }
}

export function readPayments(content: string): Pick<BankPayment, 'reference' | 'amountMinor' | 'currency'>[] {
  const pattern = /<EndToEndId>([^<]+)<.*?<InstdAmt Ccy="(\w+)">([^<]+)</gs;
  return [...content.matchAll(pattern)].map(([, reference = '', currency = '', amount]) => ({
    ...{ reference, currency, amountMinor: toMinor(Number(amount), currency) },
  }));
}
