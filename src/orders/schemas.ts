import { z } from 'zod';
import { MODES } from '../core/mode.js';
import { instant, instantOrNull } from '../core/schema.js';
import { INQUIRY_VERDICTS } from './rules/inquiry.js';
import { INQUIRY_STATES } from './sql/inquiries.js';

const textOrNull = z.string().nullable();

/** A partner's question about a missing sale, and the answer. */
export const inquiry = z.object({
  id: z.string(),
  company_id: z.string(),
  mode: z.enum(MODES),
  order_id: textOrNull,
  event_id: textOrNull,
  sub_id: textOrNull,
  bought_at: instantOrNull,
  note: textOrNull,
  verdict: z.enum(INQUIRY_VERDICTS),
  found_order_id: textOrNull.describe('Of the company’s own orders.'),
  state: z.enum(INQUIRY_STATES),
  asked_by: z.string(),
  asked_at: instant,
  opened_at: instantOrNull,
  answer: textOrNull,
  answered_by: textOrNull,
  answered_at: instantOrNull,
});
