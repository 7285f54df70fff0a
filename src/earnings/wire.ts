import { z } from 'zod';
import { EARNING_STATUSES } from '../core/earning-status.js';
import { REPORT_BY } from '../core/reports.js';
import {
  calendarDate,
  currency,
  dateTime,
  field,
  listObject,
  mode,
  nextPage,
  notices,
  subId,
  wholeNumber,
} from '../core/wire/common.js';
import { country, cursor, date, instant, limit, text, typedDate } from '../core/wire/query.js';

const earningStatus = z.enum(EARNING_STATUSES);

/** Contract: Earning. The contract's fields are always present; nothing of the buyer ever is. */
export const earning = z
  .object({
    sale_id: field.text('Identifier of the sale. A sale and its refunds share it.'),
    event_id: field.textOrNull('The event that was sold. Null for an adjustment.'),
    transaction_value: field.numberOrNull(
      "The tickets' own price, without fees and tax, in `currency`. Negative when reversed. Null when the tickets were sold " +
        'in another currency than the commission, and for an adjustment.',
    ),
    commission: field.number('What you earn, in `currency`. Negative when a refund reversed it.'),
    currency: currency.describe('Currency of both amounts, as an ISO 4217 code.'),
    status: earningStatus.describe(
      '`pending` until 48 hours after the event ended, then `approved`, 7 days later `ready`, and `paid` with its ' +
        'statement. `reversed` is final.',
    ),
    reason: field.textOrNull(
      'Why it has this status, such as `awaiting_event`, `under_review`, `refund` or `chargeback`. Null when nothing is to be said.',
    ),
    created_at: dateTime.describe('When the sale was paid, or the refund or adjustment made.'),
    test: field.flag('True for sales made with a test key.'),
    sub_id: field.textOrNull(
      'Your own click id from the buy link or order that led to the sale. A refund carries that of its sale. Null when you sent none.',
    ),
    id: field.text('Identifier of this record.'),
    kind: z
      .enum(['sale', 'refund', 'adjustment'])
      .describe('`sale`, a `refund` of part of a sale or of one already on a statement, or an `adjustment` we made.'),
    settlement_id: field.textOrNull('The statement that contains it. Null until it is on one.'),
    approves_at: dateTime
      .nullable()
      .describe(
        'When a pending sale will be approved, as the event stands now. Null for other statuses, and while the event is postponed.',
      ),
    order_id: field.textOrNull(
      'The order that was paid. A refund carries that of its sale. Null for an adjustment without a sale.',
    ),
  })
  .meta({
    id: 'Earning',
    description: 'What a sale, a refund or an adjustment earned. It never contains anything about the buyer.',
  });
export type Earning = z.infer<typeof earning>;

const totals = z.object({
  pending: field.number('Sum of what is pending.'),
  approved: field.number('Sum of what is approved.'),
  ready: field.number('Sum of what the next statement will contain.'),
  paid: field.number('Sum of what was paid.'),
  reversed: field.number('Sum of what was reversed; zero or negative.'),
});
export type EarningTotals = z.infer<typeof totals>;

export const earningsList = z
  .object({
    object: z.literal('earnings').describe('Always `earnings`.'),
    mode,
    currency: currency.describe("Currency of the totals: your company's, or the one you asked for."),
    totals: totals.describe('Sums of `commission` by status over everything that matches, on every page.'),
    earnings: z.array(earning).describe('A page of earnings, newest first.'),
    next: nextPage,
    notices,
  })
  .meta({ id: 'EarningsList', description: 'A page of earnings, with totals.' });
export type EarningsList = z.infer<typeof earningsList>;

export const MAX_EARNINGS = 1000;

/** Refuses a last day before the first one. */
export const daysInOrder: z.core.CheckFn<{ from?: string; to?: string }> = ({ value, issues }) => {
  if (value.from === undefined || value.to === undefined || value.from <= value.to) return;
  issues.push({ code: 'custom', path: ['to'], message: 'must not be before `from`', input: value });
};

/** Query of the reports. */
export const reportQuery = z.object({
  by: z
    .enum(REPORT_BY)
    .default('day')
    .describe('What a row stands for: a day or month in UTC, an event, a `sub_id`, or the country of the event.'),
  from: typedDate.optional().describe('First day, in UTC. Default: 29 days before the last.'),
  to: typedDate.optional().describe('Last day, in UTC, included. Default: today. A report covers at most 366 days.'),
  event_id: text(80).optional().describe('Only this event.'),
  sub_id: subId.optional().describe('Only this click id.'),
  country: country
    .optional()
    .describe('Only events in this country: two-letter ISO 3166 code, in upper or lower case.'),
});
export type ReportQuery = z.infer<typeof reportQuery>;

/** Rows in a report; a file has all. */
export const MAX_REPORT_ROWS = 1000;

const reportSums = {
  currency: currency.describe('Currency of the amounts, as an ISO 4217 code.'),
  sales: wholeNumber().describe('Sales, without those that were reversed before they were on a statement.'),
  sold: wholeNumber().describe('All sales.'),
  reversed_sales: wholeNumber().describe('Of `sold`: reversed as a whole.'),
  earned: field.number(
    'What was earned: sales, less refunds, with adjustments. Sales reversed before they were on a statement count nothing.',
  ),
  ...totals.shape,
};

const earningsReportTotal = z
  .object(reportSums)
  .meta({ id: 'EarningsReportTotal', description: 'What was earned in a currency.' });

/** Fields of a row of any report. */
export const reportRow = {
  key: field.textOrNull(
    'The day (`2026-11-28`), month (`2026-11`), event id, `sub_id` or country. Null: none of them.',
  ),
  name: field.textOrNull('Name of the event, `by=event` only.'),
};

const earningsReportRow = z
  .object({
    ...reportRow,
    ...reportSums,
  })
  .meta({
    id: 'EarningsReportRow',
    description: 'What was earned on a day, with an event and so on, in one currency.',
  });

/** The facts that every report begins with. */
export const reportHead = {
  object: listObject,
  mode,
  by: z.enum(REPORT_BY).describe('What a row stands for.'),
  from: calendarDate.describe('First day, in UTC.'),
  to: calendarDate.describe('Last day, included.'),
};

export const earningsReport = z
  .object({
    ...reportHead,
    rows: z
      .array(earningsReportRow)
      .max(MAX_REPORT_ROWS)
      .describe(
        'One for each key and currency, without those with nothing: days and months newest first, others by `sales`, at most 1,000. The CSV has all.',
      ),
    totals: z
      .array(earningsReportTotal)
      .describe('Sums of everything that matches, by currency, also of rows that are not shown.'),
    notices,
  })
  .meta({ id: 'EarningsReport', description: 'What was earned, by day, month, event, click id or country.' });
export type EarningsReport = z.infer<typeof earningsReport>;

/** Query of `GET /earnings`: the contract names no parameter; these only filter the response. */
export const earningsQuery = z
  .object({
    status: earningStatus.optional().describe('Only records with this status.'),
    sub_id: subId.optional().describe('Only records with this click id.'),
    event_id: text(80).optional().describe('Only records of this event.'),
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
  .check(daysInOrder);
export type EarningsQuery = z.infer<typeof earningsQuery>;
