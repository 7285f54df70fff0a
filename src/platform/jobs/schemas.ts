import { z } from 'zod';
import { count, countOrNull, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';

const SUBJECT_STATES = ['new', 'retrying', 'set aside', 'overdue'] as const;
export type SubjectState = (typeof SUBJECT_STATES)[number];

export const job = z.object({
  name: text,
  room: text,
  does: text,
  waiting: count,
  oldest_at: instantOrNull,
  set_aside: count,
  running: countOrNull,
  last_failure: textOrNull,
  last_failed_at: instantOrNull,
});

export const openSubject = z.object({
  subject: text,
  since: instant,
  failures: count,
  state: z.enum(SUBJECT_STATES),
  next_at: instantOrNull,
  failure: textOrNull,
});
