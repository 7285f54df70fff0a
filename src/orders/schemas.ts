import { z } from 'zod';
import { MODES } from '../core/mode.js';
import { ORDER_STATUSES } from '../core/order-status.js';
import { count, instant, instantOrNull, text, textOrNull } from '../core/schema.js';
import { INQUIRY_VERDICTS } from './rules/inquiry.js';
import { INQUIRY_STATES } from './sql/inquiries.js';

export const inquiry = z.object({
  id: text,
  company_id: text,
  mode: z.enum(MODES),
  order_id: textOrNull,
  event_id: textOrNull,
  sub_id: textOrNull,
  bought_at: instantOrNull,
  note: textOrNull,
  verdict: z.enum(INQUIRY_VERDICTS),
  found_order_id: textOrNull.describe('Of the company’s own orders.'),
  state: z.enum(INQUIRY_STATES),
  asked_by: text,
  asked_at: instant,
  opened_at: instantOrNull,
  answer: textOrNull,
  answered_by: textOrNull,
  answered_at: instantOrNull,
});

export const order = z.object({
  id: text,
  /** Null: no partner is credited. */
  company_id: textOrNull,
  event_id: text,
  mode: z.enum(MODES),
  status: z.enum(ORDER_STATUSES),
  quantity: count,
  hold_until: instant,
  workflow_id: text,
});

export const buyerOrder = z.object({
  id: text,
  /** Null, as is its name: no partner sold it. */
  company_id: textOrNull,
  company_name: textOrNull,
  status: z.enum(ORDER_STATUSES),
  event_id: text,
  event_name: text,
  quantity: count,
  total: count,
  refunded: count,
  currency: text,
  created_at: instant,
  paid_at: instantOrNull,
});

export const refund = z.object({
  id: text,
  created_at: instant,
  amount: count,
  currency: text,
  tickets: count,
  reason: text,
  cause: textOrNull,
  sent_at: instantOrNull,
  /** The processor's report: `pending`, `succeeded` or `failed`. Null: none yet. */
  state: textOrNull,
  failure: textOrNull,
  /** When an operator settled it in another way. */
  settled_at: instantOrNull,
});

export const dispute = z.object({
  id: text,
  opened_at: instant,
  amount: count,
  currency: text,
  /** `inquiry` takes no money; then `open`, and `won` or `lost`. */
  state: text,
  reason: text,
});

export const eventRefunds = z.object({
  event_id: text,
  event_name: text,
  /** `open`, `refunded` or `reinstated`. */
  state: text,
  cancelled_at: instant,
  due_at: instant,
  paused_at: instantOrNull,
  paused_by: textOrNull,
  ended_at: instantOrNull,
  waiting: count,
  refunded: count,
});

const candidate = z.object({
  id: text,
  company_id: textOrNull,
  source: text,
  sub_id: textOrNull,
  status: text,
  quantity: count,
  created_at: instant,
  paid_at: instantOrNull,
  verdict: text,
  sale_id: textOrNull,
});

const linkClick = z.object({ at: instant, sub_id: textOrNull, obstacle: textOrNull });

export const inquiryDetail = inquiry.extend({ candidates: z.array(candidate), clicks: z.array(linkClick) });
