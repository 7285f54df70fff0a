import { findCompany } from '../access/sql/companies.js';
import { dayFault } from '../core/dates.js';
import type { Mode } from '../core/mode.js';
import { invalidField, noSuch } from '../core/problems.js';
import { reportDays } from '../core/reports.js';
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

/** By day. @throws {ProblemError} `invalid_request` for an unknown company, an invalid date, or more than a year. */
export async function partnerStats(ctx: Context, input: StatsInput): Promise<DayStats[]> {
  const days = reportDays(ctx.clock.now(), { from: parseDay('from', input.from), to: parseDay('to', input.to) });
  const company = await findCompany(ctx.sql, input.company);
  if (!company) throw noSuch('company', input.company);
  return statsByDay(ctx.sql, { companyId: company.id, mode: input.mode, ...days });
}

function parseDay(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const fault = dayFault(text);
  if (fault) throw invalidField(field, fault);
  return text;
}
