import { invalidField } from './problems.js';
import { DAY, dayOf } from './time.js';

const MAX_DAYS = 366;

/** Days as `YYYY-MM-DD` in UTC, both included. */
export interface ReportDays {
  from: string;
  to: string;
}

/**
 * The days of a report: without `to` up to today, without `from` the 30 days up to `to`.
 *
 * @throws {ProblemError} `invalid_request` for more than a year, or days in the wrong order.
 */
export function reportDays(now: Date, { from, to }: Partial<ReportDays>): ReportDays {
  const last = to ?? dayOf(now);
  const first = from ?? dayOf(new Date(Date.parse(last) - 29 * DAY));
  if (first > last) throw invalidField('from', 'must not be after `to`');
  if (Date.parse(last) - Date.parse(first) >= MAX_DAYS * DAY)
    throw invalidField('from', 'must be within a year of `to`');
  return { from: first, to: last };
}
