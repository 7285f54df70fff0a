import { z } from 'zod';
import { count, countOrNull, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';

const SUBJECT_STATES = ['new', 'retrying', 'set aside', 'overdue'] as const;
export type SubjectState = (typeof SUBJECT_STATES)[number];

/** How a job stands. */
export const job = z.object({
  name: text,
  room: text,
  does: text,
  /** Subjects that wait, failing ones included. */
  waiting: count,
  oldest_at: instantOrNull,
  /** Subjects that were set aside after too many failures. */
  set_aside: count,
  /** Running workflows; null: the job has none, or Temporal does not answer. */
  running: countOrNull,
  last_failure: textOrNull,
  last_failed_at: instantOrNull,
});

/** A subject that a job has not finished. */
export const openSubject = z.object({
  subject: text,
  since: instant,
  failures: count,
  state: z.enum(SUBJECT_STATES),
  next_at: instantOrNull,
  failure: textOrNull,
});
