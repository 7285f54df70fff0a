import { z } from 'zod';
import { SETTLEMENT_STATUSES } from '../../domain/settlement.js';
import { SETTLEMENT_METHODS } from '../../domain/settlement-method.js';
import { calendarDate, dateTime, mode, notices } from './common.js';
import { earning } from './earning.js';
import { cursor, limit } from './query.js';

export const settlementMethod = z.enum(SETTLEMENT_METHODS);

/** Contract: Settlement (monthly statement). */
export const settlement = z
  .object({
    id: z.string(),
    period_start: calendarDate,
    period_end: calendarDate.describe('Exclusive: the first day of the next month.'),
    due_on: calendarDate,
    amount: z.number().describe('Net of refunds. Of a carried statement: the amount that moved to the next month.'),
    currency: z.string(),
    lines: z.int(),
    status: z.enum(SETTLEMENT_STATUSES),
    method: settlementMethod,
    reference: z.string().nullable(),
    payment_reference: z.string().nullable(),
    issued_at: dateTime,
    paid_at: dateTime.nullable(),
  })
  .meta({ id: 'Settlement' });
export type Settlement = z.infer<typeof settlement>;

/** Contract: Settlement terms. */
export const settlementTerms = z
  .object({
    method: settlementMethod,
    netDays: z.int(),
    minimum: z.number().describe('Counts in each currency; less is carried to the next month.'),
    reference: z.string().nullable(),
  })
  .meta({ id: 'SettlementTerms' });

export const settlementsList = z
  .object({
    object: z.literal('list'),
    mode,
    terms: settlementTerms.nullable(),
    settlements: z.array(settlement),
    notices,
  })
  .meta({ id: 'SettlementsList' });
export type SettlementsList = z.infer<typeof settlementsList>;

export const MAX_LINES = 1000;

export const settlementLinesQuery = z.object({ limit: limit(MAX_LINES, MAX_LINES), cursor: cursor.optional() });
export type SettlementLinesQuery = z.infer<typeof settlementLinesQuery>;

/** A page of a statement's lines; all pages together sum to its amount. */
export const settlementLines = z
  .object({
    object: z.literal('list'),
    mode,
    settlement,
    lines: z.array(earning),
    next: z.string().nullable(),
  })
  .meta({ id: 'SettlementLines' });
export type SettlementLines = z.infer<typeof settlementLines>;

/** `stm_….csv` and `stm_….pdf`. */
export const SETTLEMENT_FILE = /^stm_[A-Za-z0-9]{6,40}\.(csv|pdf)$/;
