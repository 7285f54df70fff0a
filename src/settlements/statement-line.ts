import type { Earning } from '../earnings/wire.js';

export interface StatementLine extends Earning {
  /** Reason of an adjustment, in the operator's words. */
  note?: string | null;
}
