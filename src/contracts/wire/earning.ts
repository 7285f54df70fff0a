import { z } from 'zod';
import { EARNING_STATUSES } from '../../domain/earnings.js';
import { calendarDate, dateTime, mode, notices, subId } from './common.js';

export const earningStatus = z.enum(EARNING_STATUSES);

/** Contract: Earning. The contract's fields are always present; nothing of the buyer ever is. */
export const earning = z
  .object({
    sale_id: z.string(),
    event_id: z.string().nullable(),
    transaction_value: z
      .number()
      .nullable()
      .describe("The tickets' own price, without fees; null when it is in another currency than the commission."),
    commission: z.number().describe('Negative when a refund reversed it.'),
    currency: z.string(),
    status: earningStatus,
    reason: z.string().nullable(),
    created_at: dateTime,
    test: z.boolean(),
    sub_id: z.string().nullable(),
    id: z.string().describe('Of this record: a sale and its partial refunds share one `sale_id`.'),
    kind: z.enum(['sale', 'refund', 'adjustment']),
    settlement_id: z.string().nullable(),
    approves_at: dateTime.nullable().describe('When a pending sale is approved, as the event stands now.'),
  })
  .meta({ id: 'Earning' });
export type Earning = z.infer<typeof earning>;

const totals = z.object({
  pending: z.number(),
  approved: z.number(),
  ready: z.number(),
  paid: z.number(),
  reversed: z.number(),
});
export type EarningTotals = z.infer<typeof totals>;

export const earningsList = z
  .object({
    object: z.literal('earnings'),
    mode,
    currency: z.string().describe('Of the totals.'),
    totals,
    earnings: z.array(earning),
    next: z.string().nullable(),
    notices,
  })
  .meta({ id: 'EarningsList' });
export type EarningsList = z.infer<typeof earningsList>;

export const MAX_EARNINGS = 1000;

/** The additive filters of `GET /earnings`; times are of the record's creation, days are UTC and both inclusive. */
export const earningsQuery = z.object({
  status: earningStatus.optional(),
  sub_id: subId.optional(),
  event_id: z.string().min(1).max(80).optional(),
  settlement_id: z.string().min(1).max(80).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  changed_since: z.iso.datetime({ offset: true }).optional(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters')
    .optional(),
  limit: z.coerce.number().int().min(1).max(MAX_EARNINGS).default(MAX_EARNINGS),
  cursor: z.string().min(1).max(512).optional(),
});
export type EarningsQuery = z.infer<typeof earningsQuery>;
