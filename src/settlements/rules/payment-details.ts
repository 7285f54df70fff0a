import { type SettlementStatus, WAIT_CAUSES, type WaitCause } from './settlement.js';

export interface PaymentState {
  status: SettlementStatus | 'missing';
  /** Milliseconds until the next step; null: the payment has ended. */
  waitMs: number | null;
  /** Absent: the payment waits for its day. */
  waitsFor?: WaitCause;
  /** Set for payments by bank file: the file that carries the payment, or null before one does. */
  bank?: { file: string | null };
}

/** The *Current details* of a payment in the Temporal UI. @param now milliseconds of the workflow's clock. */
export function paymentDetails({ status, waitMs, waitsFor, bank }: PaymentState, now: number): string {
  if (status === 'paid') return 'Paid. Its earnings are moved to `paid`.';
  if (waitMs === null) return status === 'failed' ? 'Failed for good: finance decides.' : `Ended: ${status}.`;
  if (bank?.file) {
    return `In bank file ${bank.file}. Waits for the bank: \`settlement import-bank\` with its account statement ends the payment.`;
  }
  if (bank) return 'Due by bank transfer, and in no file yet: run `settlement pay-file`.';
  const state = waitsFor ? `${status}; waits for ${WAIT_CAUSES[waitsFor]}` : status;
  return `${state}; next check at ${new Date(now + waitMs).toISOString()}, or on a signal.`;
}
