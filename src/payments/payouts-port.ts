import type { Id } from '../core/ids.js';
import type { Money, SettlementMethod } from '../core/money.js';

/**
 * Sends money of ours to partners. Amounts are whole minor units as in `core/money`. No call may be made inside a database transaction.
 *
 * Every call throws when no usable answer came: then the outcome is not known, and {@link PayoutsPort.find} says what became of it.
 */
export interface PayoutsPort {
  /** The methods that it sends. Other bank transfers are paid by bank files. */
  readonly methods: readonly SettlementMethod[];
  /** Whether each partner needs an account at the processor, see {@link Transfer.account}. */
  readonly needsAccount: boolean;
  /** Sends a transfer. Repeating a call with the same `key` and `sending` moves the money once and returns its outcome. */
  send(transfer: Transfer): Promise<TransferResult | DeferredTransfer>;
  /** @returns the state of a transfer, sent by any sending or earlier attempt; null when none has arrived. */
  find(transfer: Pick<Transfer, 'key' | 'settlementId'>): Promise<TransferResult | null>;
  /** Everything that was taken back of a transfer that arrived. */
  findReversals(reference: string): Promise<TransferReversal[]>;
}

export interface Transfer {
  /** Chosen by us, one an attempt: of two transfers with one key, one is too much. */
  key: string;
  attempt: number;
  /** Starts at 1, and grows by one after each {@link DeferredTransfer}. */
  sending: number;
  method: SettlementMethod;
  companyId: Id<'company'>;
  settlementId: Id<'statement'>;
  amount: Money;
  /** The number of the contract or purchase order. */
  reference: string | null;
  /** Where the processor sends it; absent: the simulation needs none. */
  account?: string;
}

export type TransferResult =
  | { state: 'pending' }
  /** `reference`: the processor's transfer id, or the bank's wire reference. */
  | { state: 'succeeded'; reference: string }
  /** Refused for good: no money has moved. */
  | { state: 'failed'; failure: string };

/** Not sent, and no failure. `sending` repeats this answer: wait, look with `find`, and send with the next number. */
export interface DeferredTransfer {
  state: 'deferred';
  /** `balance`: our own is too low. `processor`: it failed. */
  cause: 'balance' | 'processor';
}

export interface TransferReversal {
  id: string;
  amount: Money;
  reversedAt: Date;
}

export interface ReportedTransfer {
  reference: string;
  /** Null: we did not send it. */
  key: string | null;
  amount: Money;
  /** The part of the amount that was taken back. */
  reversed: Money;
}
