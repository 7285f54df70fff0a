import { getCompany } from '../companies/get-company.js';
import { invalidField } from '../core/problems.js';
import { readText } from '../core/text.js';
import type { Context } from '../platform/context/context.js';
import { openRun } from './open-run.js';
import { SettlementRefused } from './refused.js';
import { endOfMonth, isMonth } from './rules/settlement.js';
import { countTerms } from './sql/settlement-terms.js';
import type { CloseInput } from './workflow.js';

/**
 * Records the start of a close.
 *
 * @param key the same key again is the same run.
 * @returns the run, and how many companies have terms.
 * @throws {SettlementRefused} when the month is not over, or the actor or reason is missing.
 * @throws {ProblemError} `invalid_request` for an unknown company.
 */
export async function beginClose(
  ctx: Context,
  input: CloseInput,
  key: string,
): Promise<{ runId: number; companies: number }> {
  assertMonthOver(ctx, input.month);
  const { month, requestedBy, reason } = checkedRequest(input);
  const companyId = input.company === undefined ? null : (await getCompany(ctx, input.company)).id;
  const run = { key, kind: 'close' as const, month, companyId, currency: input.currency ?? null, requestedBy, reason };
  const runId = await ctx.sql.begin((tx) => openRun(ctx, tx, run, month));
  return { runId, companies: companyId === null ? await countTerms(ctx.sql) : 1 };
}

/** @throws {SettlementRefused} unless the month is one, and over. */
export function assertMonthOver(ctx: Context, month: string): void {
  if (!isMonth(month)) throw invalidField('month', `must be written like 2026-10, not ${month}`);
  const end = endOfMonth(month);
  const now = ctx.clock.now();
  if (now < end) {
    throw new SettlementRefused(
      `${month} ends at ${end.toISOString()} and it is ${now.toISOString()} here: nothing is closed early`,
    );
  }
}

/**
 * Validates the actor and the reason.
 *
 * @throws {SettlementRefused} when one of them is missing or cannot be kept, or the currency is none.
 */
export function checkedRequest<T extends { requestedBy: string; reason: string; currency?: string }>(input: T): T {
  const requestedBy = kept('requestedBy', input.requestedBy);
  const reason = kept('reason', input.reason);
  if (!requestedBy) throw invalidField('requestedBy', 'must not be empty: every run records who asked for it');
  if (!reason) throw invalidField('reason', 'must not be empty: every run records why');
  if (input.currency !== undefined && !/^[A-Z]{3}$/.test(input.currency)) {
    throw invalidField('currency', 'must be three capital letters such as EUR');
  }
  return { ...input, requestedBy, reason };
}

function kept(field: string, given: string | undefined): string {
  const { text, fault } = readText(given ?? '');
  if (text === null) throw invalidField(field, fault ?? '');
  return text;
}
