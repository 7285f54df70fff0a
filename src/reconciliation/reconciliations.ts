import { invalidField, noSuch } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { isMonth } from '../settlements/rules/settlement.js';
import {
  findReconciliation,
  listDifferences,
  listReconciliations,
  listTotals,
  type ReconciliationRow,
} from './sql/reconciliations.js';

/** The newest runs first. @throws {ProblemError} `invalid_request` for no month. */
export function reconciliations(ctx: Context, month: string | undefined, limit: number): Promise<ReconciliationRow[]> {
  if (month !== undefined && !isMonth(month)) throw invalidField('month', `must be written like 2026-10, not ${month}`);
  return listReconciliations(ctx.sql, month, limit);
}

/** A run with its differences, at most `limit`. @throws {ProblemError} `invalid_request` for an unknown run. */
export async function showReconciliation(ctx: Context, number: string | number, limit: number) {
  const id = /^\d{1,15}$/.test(String(number)) ? Number(number) : 0;
  const run = await findReconciliation(ctx.sql, id);
  if (!run) throw noSuch('reconciliation', String(number));
  return { run, totals: await listTotals(ctx.sql, id), differences: await listDifferences(ctx.sql, id, limit) };
}
