import { z } from 'zod';
import { count, countOrNull, instant, instantOrNull, text, textOrNull } from '../core/schema.js';

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
export const total = z.object({
  account: text,
  currency: text,
  /** `other`: not about us. */
  kind: text,
  ours: side,
  theirs: side,
});

export const difference = z.object({
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
