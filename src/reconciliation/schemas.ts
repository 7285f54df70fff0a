import { z } from 'zod';
import { count, countOrNull, instant, instantOrNull, text } from '../core/schema.js';

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
