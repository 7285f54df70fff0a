import { z } from 'zod';
import { EARNING_STATUSES } from '../../domain/earnings.js';
import { dateTime, mode, notices, subId } from './common.js';
import { cursor, date, instant, limit, text } from './query.js';

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

/** Query of `GET /earnings`: the contract names no parameter, these only narrow the answer. */
export const earningsQuery = z
  .object({
    status: earningStatus.optional(),
    sub_id: subId.optional(),
    event_id: text(80).optional(),
    settlement_id: text(80).optional().describe('Only the lines of this statement.'),
    from: date.optional().describe('First day of creation, in UTC.'),
    to: date.optional().describe('Last day of creation, in UTC, included.'),
    changed_since: instant.optional().describe('Only records created or changed after this instant.'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters')
      .optional()
      .describe('Only records in this currency; the totals are then in it too.'),
    limit: limit(MAX_EARNINGS, MAX_EARNINGS),
    cursor: cursor.optional(),
  })
  .check(({ value, issues }) => {
    if (value.from === undefined || value.to === undefined || value.from <= value.to) return;
    issues.push({ code: 'custom', path: ['to'], message: 'must not be before `from`', input: value });
  });
export type EarningsQuery = z.infer<typeof earningsQuery>;
