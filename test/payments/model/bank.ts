import { toDecimal, toMinor } from '../../../src/core/money.js';
import { type Booking, dutchStatement } from '../../settlements/bank/statements.js';

export interface BankPayment {
  /** Ours, as the payment file has it. */
  reference: string;
  fileId: string;
  amountMinor: number;
  currency: string;
  state: 'waiting' | 'booked' | 'refused' | 'returned';
}

/** The bank that carries out payment files: each once, whoever gives it how often. */
export class Bank {
  readonly payments: BankPayment[] = [];
  /** What its account statements list, oldest first. */
  private readonly entries: Booking[] = [];

  take(file: { id: string; content: string }): void {
    if (this.payments.some(({ fileId }) => fileId === file.id)) return;
    const pattern = /<EndToEndId>([^<]+)<.*?<InstdAmt Ccy="(\w+)">([^<]+)</gs;
    for (const [, reference = '', currency = '', amount] of file.content.matchAll(pattern)) {
      const amountMinor = toMinor(Number(amount), currency);
      this.payments.push({ reference, fileId: file.id, amountMinor, currency, state: 'waiting' });
    }
  }

  /** It has carried out nothing of the file, and will not. @returns false: it has. */
  forget(fileId: string): boolean {
    const own = this.payments.filter((one) => one.fileId === fileId);
    if (own.some(({ state }) => state !== 'waiting')) return false;
    for (const one of own) this.payments.splice(this.payments.indexOf(one), 1);
    return true;
  }

  book(payment: BankPayment, day: string): void {
    payment.state = 'booked';
    this.enter('DBIT', payment, day);
  }

  /** The money comes back; of a payment that was not booked, it never left. */
  giveBack(payment: BankPayment, day: string): void {
    payment.state = payment.state === 'booked' ? 'returned' : 'refused';
    this.enter('CRDT', payment, day, 'AC04');
  }

  /** The account statement with the last entries. */
  statement(last = this.entries.length): string {
    return dutchStatement(this.entries.slice(-last));
  }

  /** What has left our account for good. */
  get paidMinor(): number {
    return this.payments.reduce((sum, one) => sum + (one.state === 'booked' ? one.amountMinor : 0), 0);
  }

  private enter(direction: Booking['direction'], payment: BankPayment, day: string, returned?: string): void {
    const { reference, amountMinor, currency } = payment;
    const amount = String(toDecimal(amountMinor, currency));
    const bankReference = `B${this.entries.length}-${reference}`;
    this.entries.push({ direction, amount, currency, reference, bankReference, day, returned });
  }
}
