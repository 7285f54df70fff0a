import { z } from 'zod';
import { currency, field, notices, wholeNumber } from '../core/wire/common.js';
import { MAX_REPORT_ROWS, reportHead, reportRow } from '../earnings/wire.js';
import { SIGNAL_TYPES } from './rules/signal.js';

/** Body of `POST /track` (contract): no other properties are allowed. */
export const signal = z
  .strictObject({
    type: z
      .enum(SIGNAL_TYPES)
      .describe(
        '`impression`: events were shown. `event_view`: one was opened. `event_click`: its buy link was clicked.',
      ),
    event_id: z
      .string()
      .min(1)
      .max(80)
      .optional()
      .describe('Required for `event_view` and `event_click`; exactly as `/events` gave it.'),
    key: z.string().min(1).max(200).optional().describe('A website key or test key, never a server key.'),
    shown: z.int().min(0).max(100).optional().describe('`impression` only: how many events were shown.'),
    view: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 letters, digits, `_` or `-`')
      .optional()
      .describe('A random id per page load, so that repeats count once.'),
  })
  .superRefine(({ type, event_id, shown }, context) => {
    const fault = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    if (type !== 'impression' && event_id === undefined) fault('event_id', `is required for ${type}`);
    if (type !== 'impression' && shown !== undefined) fault('shown', 'belongs to impressions only');
  })
  .meta({
    id: 'Signal',
    description: 'What a visitor saw or did. Unknown fields are refused.',
    // The refinement above in JSON Schema's words: generators ignore these, and they made no client from `oneOf`.
    if: { properties: { type: { const: 'impression' } } },
    else: {
      properties: { event_id: { type: 'string' } },
      required: ['event_id'],
      not: { properties: { shown: { type: 'integer' } }, required: ['shown'] },
    },
    examples: [{ type: 'impression', shown: 20, view: 'p_8kT2vQ0aXy5L' }],
  });
export type Signal = z.infer<typeof signal>;

const counts = {
  impressions: wholeNumber().describe('Signals of your pages of the type `impression`.'),
  clicks: wholeNumber().describe('Signals of your pages of the type `event_click`.'),
  checkouts: wholeNumber().describe('Buy pages opened through your links.'),
  holds: wholeNumber().describe('Orders through your links.'),
  sales: wholeNumber().describe('Paid orders through your links.'),
  api_orders: wholeNumber().describe('Orders of `POST /orders`.'),
  api_sales: wholeNumber().describe('Paid orders of `POST /orders`.'),
};

const earned = z
  .array(
    z.object({
      currency: currency.describe('Currency of `amount`, as an ISO 4217 code.'),
      amount: field.number('In `currency`.'),
    }),
  )
  .describe('What the sales earned, less refunds, by currency. Empty where nothing was earned.');

const funnelReportRow = z
  .object({
    ...reportRow,
    ...counts,
    earned,
  })
  .meta({ id: 'FunnelReportRow', description: 'What happened on a day, with an event and so on.' });

export const funnelReport = z
  .object({
    ...reportHead,
    rows: z
      .array(funnelReportRow)
      .max(MAX_REPORT_ROWS)
      .describe(
        'Those on which something happened: days and months newest first, others by sales, at most 1,000. The CSV has all.',
      ),
    total: z
      .object({ ...counts, earned })
      .describe('Sums of everything that matches, also of rows that are not shown.'),
    dropped_sub_ids: wholeNumber().describe(
      'Opened buy links whose `sub_id` was not valid. Their sales are credited to you without one.',
    ),
    notices,
  })
  .meta({ id: 'FunnelReport', description: 'From a look to a sale, by day, month, event, click id or country.' });
export type FunnelReport = z.infer<typeof funnelReport>;
