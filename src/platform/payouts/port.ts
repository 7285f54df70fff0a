import type { SettlementMethod } from '../../core/settlement-method.js';

/** Sends money to partners: a payment processor's transfers, or a bank's wires. */
export interface PayoutsPort {
  /** Whether transfers can be sent at all. */
  readonly enabled: boolean;
  /**
   * Sends a transfer. Repeating a call with the same `key` moves the money once and returns its outcome.
   *
   * @throws when no reply came: the transfer may or may not have arrived, see {@link find}.
   */
  send(transfer: Transfer): Promise<TransferResult>;
  /**
   * The outcome of a transfer; null when none with this key has arrived.
   *
   * @throws when no answer came.
   */
  find(key: string): Promise<TransferResult | null>;
}

export interface Transfer {
  /** Chosen by us, one an attempt. */
  key: string;
  attempt: number;
  method: SettlementMethod;
  companyId: string;
  settlementId: string;
  amountMinor: number;
  currency: string;
  /** Of the contract or purchase order. */
  reference: string | null;
}

export type TransferResult =
  | { state: 'pending' }
  /** `reference`: the processor's transfer id, or the bank's wire reference. */
  | { state: 'succeeded'; reference: string }
  | { state: 'failed'; failure: string };
