import { z } from 'zod';
import { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../core/schema.js';

export const run = z.object({
  id: count,
  month: text,
  requested_by: text,
  started_at: instant,
  /** The end of the month, or when the run began: nothing later was compared. */
  read_until: instant,
  /** Null: it is running, or was given up. */
  finished_at: instantOrNull,
  differences: countOrNull,
});

const amount = z.object({ amount: count, currency: text }).nullable();
const side = z.object({ count, amount: count });

/** What both sides have on an account. */
const total = z.object({
  account: text,
  currency: text,
  /** `other`: not about us. */
  kind: text,
  ours: side,
  theirs: side,
});

const difference = z.object({
  name: text,
  account: text,
  /** The payment, refund, dispute, fee or transfer. */
  object: text,
  /** The order or statement. */
  about: textOrNull,
  at: instant,
  ours: amount,
  theirs: amount,
  next_step: text,
  /** For `settlement settle`. */
  id: count,
  /** Null: open. `by`: who proposed it, and who approved it. */
  settled: z.object({ by: text, reason: text, at: instant }).nullable(),
});

/** A run with what both sides have, and its differences. */
export const reconciliation = z.object({
  run: run.nullable().describe('Null: payments are simulated, and nothing was compared.'),
  totals: z.array(total),
  differences: z.array(difference),
  more: flag.describe('Whether there are more differences than these.'),
});
