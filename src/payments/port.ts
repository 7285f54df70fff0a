import type { Id } from '../core/ids.js';
import type { Mode } from '../core/mode.js';
import type { Money } from '../core/money.js';
import type { BalanceLine } from './balance.js';
import type { PayoutsPort, ReportedTransfer } from './payouts-port.js';

declare module '../platform/context/context.js' {
  interface Context {
    payments: Payments;
    payouts: PayoutsPort;
  }
}

/**
 * A payment processor as the service uses it: buyers pay on an organizer's account; {@link PayoutsPort} pays partners from ours. Amounts
 * are whole minor units as in `core/money`; the adapter converts them. No call may be made inside a database transaction.
 *
 * Every call throws {@link ProcessorRefusal} for a definite refusal. Any other error leaves the outcome unknown: `find…` says
 * what became of it, and the same call with the same `key` does not do it twice.
 */
export interface PaymentsPort {
  /** Whether orders can be paid now. */
  readonly enabled: boolean;
  /** Whether buyers pay on a page of the processor: then each organizer needs an account. False: on our own page. */
  readonly hosted: boolean;
  /** Our page of an order, which leads to the payment; `token` names the order without revealing it. */
  checkoutUrl(token: string): string;

  /** Why an amount cannot be charged, in the processor's words; null: it can. */
  amountRefusal(amount: Money): string | null;
  /** The smallest amount that can be charged, in minor units. */
  smallestCharge(currency: string): number;
  /** Opens the page on which the buyer pays. The same `key` again gives the same page. */
  openCheckout(request: CheckoutRequest): Promise<{ reference: string; url: string }>;
  /** Closes the page, so that it cannot be paid any more. A payment that was made before wins. */
  closeCheckout(page: CheckoutReference): Promise<{ state: 'closed' } | { state: 'paid'; payment: Payment }>;
  /** The payment made on a page; null when there is none (yet). */
  findPayment(page: CheckoutReference): Promise<Payment | null>;
  /** The page on which a payment was made; null when it was made on none. */
  findCheckout(payment: { account: string; paymentReference: string }): Promise<PaidCheckout | null>;

  /** Refunds (part of) a payment. */
  refund(request: RefundRequest): Promise<RefundResult>;
  /** @returns the state of a refund, of this attempt or an earlier one that did not fail; null when none has arrived. */
  findRefund(
    request: Pick<RefundRequest, 'account' | 'refundId' | 'paymentReference' | 'key'>,
  ): Promise<RefundResult | null>;

  /**
   * Every movement of an account's balance between two instants, in no promised order; a page of them at a time is in memory.
   *
   * @param account null: our own.
   * @throws {ProcessorRefusal} for an account that we may not read.
   */
  balanceLines(account: string | null, range: { from: Date; to: Date }): AsyncIterable<BalanceLine>;

  /** Makes an account whose owner signs up with the processor. The same `key` again gives the same account. */
  createAccount(request: AccountRequest): Promise<Account>;
  /** @throws {ProcessorRefusal} for an account that we may not use. */
  findAccount(account: string): Promise<Account>;
  /** A page, valid for minutes, where the account's owner gives the missing facts. */
  accountLink(account: string, urls: { returnUrl: string; refreshUrl: string }): Promise<string>;

  /**
   * Reads a message of the processor.
   *
   * @param body the bytes as they came.
   * @throws {InvalidSignature} when the processor did not send it.
   * @throws {UnreadableMessage} when the body is signed and no message.
   */
  readEvent(body: Buffer, signature: string): ProcessorEvent;

  /** Reads an incomplete message's object anew. @returns null: still incomplete or gone. @throws when no answer came. */
  completeEvent(event: ProcessorEvent): Promise<EventSubject | null>;
}

/** A message of the processor with its mode: it may change nothing of the other mode. */
export interface ProcessorMessage extends ProcessorEvent {
  mode: Mode;
}

/** The processors of a process. An order is paid and refunded at the processor of its mode. Only this object chooses it. */
export interface Payments {
  /** Where orders of a mode are paid. */
  of(mode: Mode): PaymentsPort;
  /** For payments without an account: it moves no money. */
  readonly simulation: PaymentsPort;
  /** Modes whose buyers pay on a page of the processor. */
  readonly hosted: readonly Mode[];
  /**
   * Reads a message of a processor: its mode is the mode of the secret that signed it.
   *
   * @param body the bytes as they came.
   * @throws {InvalidSignature} when none of them sent it.
   */
  readMessage(body: Buffer, signature: string): ProcessorMessage;
}

export interface CheckoutReference {
  /** The account that charges the card. */
  account: string;
  /** The processor's id of the page. */
  reference: string;
}

/** Tickets of one type on the processor's page. */
export interface PaymentLine {
  title: string;
  /** The price of one ticket for the buyer, fees and tax included. */
  unitMinor: number;
  quantity: number;
}

export interface CheckoutRequest {
  /** Ours, one an attempt. */
  key: string;
  account: string;
  orderId: Id<'order'>;
  /** Items on the page, one for each ticket type. */
  lines: readonly PaymentLine[];
  currency: string;
  /** What of the payment goes to us. */
  feeMinor: number;
  /** A sentence next to the button. */
  note: string;
  /** Two letters. */
  language: string | null;
  /** Where the page leads after a payment, and when the buyer turns back. */
  returnUrl: string;
  cancelUrl: string;
  /** When the page expires; the processor requires at least thirty minutes. */
  expiresAt: Date;
}

export interface Payment {
  /** The processor's id of the payment. */
  reference: string;
  amount: Money;
}

export interface PaidCheckout {
  checkout: string;
  /** Ours; null: of a page that we did not open. */
  key: string | null;
  payment: Payment;
}

export interface RefundRequest {
  /** The account of the payment; null: the simulation. */
  account: string | null;
  refundId: Id<'refund'>;
  paymentReference: string;
  amount: Money;
  /** Whether a part of the payment came to us: the same part of that is returned. */
  withFee: boolean;
  /** An earlier attempt that the processor took and that failed; null: none. It may have returned that part already. */
  failedReference: string | null;
  /** One key for each attempt: the processor repeats its answer to a key, errors too. */
  key: string;
}

export interface RefundResult {
  reference: string;
  /** `failed` may also follow `succeeded`, when the buyer's bank returns the money. */
  state: 'pending' | 'succeeded' | 'failed';
  failure?: string;
  /** The failed attempt with which our part of the payment was returned; absent: this refund returns it, if there is one. */
  feeReference?: string;
}

export interface AccountRequest {
  /** Ours: the organizer or the company. */
  key: string;
  name: string;
  /** Two letters; null: the owner chooses. */
  country: string | null;
  /** The purpose of the account: to charge cards, or to be paid by us. */
  purpose: 'charges' | 'transfers';
}

export interface Account {
  id: string;
  chargesEnabled: boolean;
  transfersEnabled: boolean;
  payoutsEnabled: boolean;
  currency: string | null;
  country: string | null;
  /** The facts that the owner has not given yet, by the processor's names. */
  requirements: string[];
  disabledReason: string | null;
}

export interface ProcessorEvent {
  id: string;
  type: string;
  /** Null: it is about our own account. */
  account: string | null;
  live: boolean;
  createdAt: Date;
  what: EventSubject;
}

export type EventSubject =
  | ({ kind: 'checkout_paid' } & PaidCheckout)
  | { kind: 'refund'; refund: ReportedRefund }
  | { kind: 'dispute'; dispute: Dispute }
  | { kind: 'account'; account: string }
  | { kind: 'transfer'; transfer: ReportedTransfer }
  /** More of our own money has become available. */
  | { kind: 'balance' }
  /** The object lacks a member that we need, named in `fault`. `id` is null if the message does not name the object. */
  | { kind: 'incomplete'; object: string; id: string | null; fault: string }
  /** A message of a type that we do not need, or about an object that others made on the same account. */
  | { kind: 'other' };

/** A refund at the processor: ours, or a refund made on the processor's own pages. */
export interface ReportedRefund extends RefundResult {
  /** Null: we did not ask for it. */
  refundId: Id<'refund'> | null;
  key: string | null;
  paymentReference: string;
  amount: Money;
  createdAt: Date;
}

export interface Dispute {
  reference: string;
  paymentReference: string;
  /** `inquiry` takes no money yet. */
  state: 'inquiry' | 'open' | 'won' | 'lost' | 'inquiry_closed';
  amount: Money;
  reason: string;
  /** When the money was taken, and when it was given back; null: it was not, or the message does not say. */
  takenAt: Date | null;
  returnedAt: Date | null;
}
