import { z } from 'zod';
import { CHANGE_TYPES } from '../core/change-type.js';
import { MODES } from '../core/mode.js';
import { OUTCOME_NAMES } from '../core/outcomes.js';
import { instant, instantOrNull, text, textOrNull } from '../core/schema.js';
import { WIRE_STATES } from './rules/delivery.js';

/** One change for one webhook or postback. */
export const delivery = z.object({
  id: text,
  change_id: text,
  endpoint_id: text,
  type: z.enum(CHANGE_TYPES),
  what: text,
  mode: z.enum(MODES),
  event_id: textOrNull,
  state: z.enum(WIRE_STATES),
  /** The first is 1; each replay begins another run of attempts. */
  run: z.int(),
  attempt: z.int(),
  /** `ok`, or the class of the failure (docs/webhooks.md). */
  last_outcome: z.enum(OUTCOME_NAMES).nullable(),
  next_attempt_at: instantOrNull,
  created_at: instant,
  finished_at: instantOrNull,
});

/** Number of deliveries that are sent: all of an endpoint, or the named one. */
export const startedDeliveries = z.object({ id: text, deliveries: z.int() });

export const attempt = z.object({
  run: z.int(),
  number: z.int(),
  started_at: instant,
  finished_at: instantOrNull,
  /** How often it was sent: a crash repeats an attempt. */
  sends: z.int(),
  /** Null: in progress. */
  outcome: z.enum(OUTCOME_NAMES).nullable(),
  status_code: z.int().nullable(),
  duration_ms: z.int().nullable(),
  detail: textOrNull,
  answer: textOrNull.describe('The beginning of the response.'),
});
