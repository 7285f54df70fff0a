/** Started by a Schedule on the 2nd of a month: compares the month before with the processor and the bank. */
export const RECONCILE_WORKFLOW = 'reconcileMonth';

export interface ReconciliationState {
  month: string;
  run: number;
  /** The account that was compared last. */
  after: string;
  accounts: number;
}

export interface ReconciliationOutcome {
  month: string;
  /** Null: payments are simulated, and nothing was compared. */
  run: number | null;
  /** In words, for finance. */
  message: string;
}

export interface ReconciliationActivities {
  /** Begins a run; null where payments are simulated. */
  beginReconciliation(month: string): Promise<number | null>;
  /** Writes down what we have of the month; may be repeated. */
  readOurs(run: number): Promise<void>;
  /** Compares the account after `after`, and returns it; null after the last. May be repeated. */
  compareNext(run: number, after: string): Promise<string | null>;
  endReconciliation(run: number): Promise<number>;
}
