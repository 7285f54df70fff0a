import { z } from 'zod';
import { count, countOrNull, flag, instant, instantOrNull, text, textOrNull } from '../core/schema.js';

export const run = z.object({
  id: count,
  month: text,
  requested_by: text,
  started_at: instant,
  read_until: instant,
  finished_at: instantOrNull,
  differences: countOrNull,
});

const amount = z.object({ amount: count, currency: text }).nullable();
const side = z.object({ count, amount: count });

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
  settled: z.object({ by: text, reason: text, at: instant }).nullable(),
});

export const reconciliation = z.object({
  run: run.nullable().describe('Null: payments are simulated, and nothing was compared.'),
  totals: z.array(total),
  differences: z.array(difference),
  more: flag.describe('Whether there are more differences than these.'),
});
