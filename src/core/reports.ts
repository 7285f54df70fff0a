import { invalidField } from './problems.js';
import { DAY, dayOf } from './time.js';

/** The dimensions of a report. */
export const REPORT_BY = ['day', 'month', 'event', 'sub_id', 'country'] as const;
export type ReportBy = (typeof REPORT_BY)[number];

/** Whether rows are days or months, which are listed by time. */
export const isTime = (by: ReportBy): boolean => by === 'day' || by === 'month';

const MAX_DAYS = 366;

/** Days as `YYYY-MM-DD` in UTC, both included. */
export interface ReportDays {
  from: string;
  to: string;
}

/** By default the 30 days up to `to`, by default today. @throws {ProblemError} `invalid_request` beyond a year, or reversed. */
export function reportDays(now: Date, { from, to }: Partial<ReportDays>): ReportDays {
  const last = to ?? dayOf(now);
  const first = from ?? dayOf(new Date(Date.parse(last) - 29 * DAY));
  if (first > last) throw invalidField('from', 'must not be after `to`');
  if (Date.parse(last) - Date.parse(first) >= MAX_DAYS * DAY)
    throw invalidField('from', 'must be within a year of `to`');
  return { from: first, to: last };
}
