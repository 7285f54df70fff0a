import { z } from 'zod';
import { CHANGE_TYPES } from '../../core/change-type.js';
import { MODES } from '../../core/mode.js';
import { FAILURE_CLASSES, OUTCOME_NAMES } from '../../core/outcomes.js';
import { flag, instant, instantOrNull, text, textOrNull } from '../../core/schema.js';
import { ENDPOINT_KINDS } from '../rules/endpoint.js';
import { ENDPOINT_STATES } from '../rules/round.js';

export const endpoint = z.object({
  id: text,
  kind: z.enum(ENDPOINT_KINDS),
  key_id: text,
  mode: z.enum(MODES),
  url: text.describe('A webhook’s address, or a postback’s template.'),
  events: z.array(z.enum(CHANGE_TYPES)).max(CHANGE_TYPES.length).describe('The types of changes that it receives.'),
  status: z.enum(['active', 'disabled']),
  inactive_reason: textOrNull.describe('Why nothing is sent although it is active.'),
  disabled_reason: textOrNull,
  failing_since: instantOrNull,
  /** Class of the last failure (docs/webhooks.md). */
  last_failure: z.enum(FAILURE_CLASSES).nullable(),
  previous_secret_until: instantOrNull,
  header_name: textOrNull.describe('The header that its attempts carry. Its value is never shown.'),
  created_at: instant,
});

export const addedEndpoint = endpoint
  .pick({ id: true, mode: true, events: true })
  .extend({ secret: textOrNull.describe('Shown once. Null: a postback has none.') });

export const rotatedSecret = endpoint.pick({ id: true }).extend({ secret: text, previous_secret_until: instant });

const listed = endpoint.pick({ id: true, mode: true, url: true, failing_since: true, last_failure: true }).extend({
  company_id: text,
  company_name: text,
  waiting: z.int(),
});

export const failingEndpoint = listed.extend({
  key_id: text,
  /** Disabled after five days of failures. */
  disabled: flag,
  held: z.int(),
  /** When the oldest waiting or held delivery was written. */
  oldest: instantOrNull,
});

export const retryingEndpoint = listed.extend({
  state: z.enum(ENDPOINT_STATES),
  /** The furthest of these attempts, 2 to 8. */
  attempt: z.int().nullable(),
  next_attempt_at: instantOrNull,
});

export const testSent = z.object({
  delivery_id: text,
  outcome: z.enum(OUTCOME_NAMES).describe('`ok`, or the class of the failure.'),
  status_code: z.int().nullable(),
  duration_ms: z.int(),
  detail: textOrNull,
  answer: text.describe('The beginning of the response.'),
});

export const receiverVerdict = z.enum(['good', 'mend']);

export const checkedStep = z.object({
  code: text,
  verdict: z.enum(['good', 'bad', 'unclear']),
  advice: textOrNull.describe('What to change.'),
});

export const endpointStanding = endpoint.pick({ id: true }).extend({
  state: z.enum(ENDPOINT_STATES),
  waiting: z.array(z.object({ attempt: z.int(), count: z.int() })),
  next_attempt_at: textOrNull,
  oldest: z.array(text).describe('Ids of deliveries, the oldest first.'),
  text,
});
