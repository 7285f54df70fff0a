import type { Context } from '../platform/context/context.js';
import { endOfMonth } from './rules/settlement.js';
import { listCurrencies } from './sql/settlement-terms.js';
import { listSettlements } from './sql/settlements.js';

/** In which currencies a rerun of a company's month has something to look at: statements or lines. */
export async function rerunCurrencies(
  ctx: Context,
  of: { month: string; companyId: string; currency?: string },
): Promise<string[]> {
  if (of.currency !== undefined) return [of.currency];
  const { month, companyId } = of;
  const [statements, due] = await Promise.all([
    listSettlements(ctx.sql, { month, companyId }, 1000),
    listCurrencies(ctx.sql, [companyId], month, endOfMonth(month)),
  ]);
  return [...new Set([...statements, ...due].map(({ currency }) => currency))].sort();
}
