import { findCompany } from '../access/sql/companies.js';
import { dayFault } from '../core/dates.js';
import type { Mode } from '../core/mode.js';
import { invalidField, noSuch } from '../core/problems.js';
import { DAY, dayOf } from '../core/time.js';
import type { Context } from '../platform/context/context.js';
import { type DayStats, statsByDay } from './sql/stats.js';

export interface StatsInput {
  /** Id or name. */
  company: string;
  /** `test`: of its test keys and sandbox sales. */
  mode: Mode;
  /** `YYYY-MM-DD`, UTC, both included; absent: the last 30 days. */
  from?: string;
  to?: string;
}

const MAX_DAYS = 366;

/**
 * A partner's signals and sales by day.
 *
 * @throws {ProblemError} `invalid_request` for an unknown company, a date that is none, or more than a year at once.
 */
export async function partnerStats(ctx: Context, input: StatsInput): Promise<DayStats[]> {
  const to = parseDay('to', input.to) ?? ctx.clock.now();
  const from = parseDay('from', input.from) ?? new Date(to.getTime() - 29 * DAY);
  if (from > to) throw invalidField('from', 'must not be after `to`');
  if (to.getTime() - from.getTime() >= MAX_DAYS * DAY) throw invalidField('from', 'must be within a year of `to`');
  const company = await findCompany(ctx.sql, input.company);
  if (!company) throw noSuch('company', input.company);
  return statsByDay(ctx.sql, { companyId: company.id, mode: input.mode, from: dayOf(from), to: dayOf(to) });
}

function parseDay(field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const fault = dayFault(text);
  if (fault) throw invalidField(field, fault);
  return new Date(text);
}
