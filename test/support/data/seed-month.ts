import type { TestContext } from '../context.js';

/** The id of the `n`th company of {@link seedMonth}. */
export const nthCompany = (n: number) => `cmp_${String(n).padStart(8, '0')}`;

/**
 * Companies with terms and lines of one month, the same for the same options, written straight into the tables: most
 * are above the minimum, some below, some owe money, a third has lines in a second currency.
 */
export async function seedMonth(
  ctx: TestContext,
  options: { companies: number; lines: number; month: string },
): Promise<void> {
  const { companies, lines, month } = options;
  const at = `${month}-10T12:00:00Z`;
  await ctx.sql.begin(async (tx) => {
    await tx`
      INSERT INTO companies (id, name, currency, created_at)
      SELECT 'cmp_' || lpad(n::text, 8, '0'), 'Company ' || n, 'EUR', ${at}::timestamptz FROM generate_series(1, ${companies}::int) n`;
    await tx`
      INSERT INTO settlement_terms (company_id, method, net_days, minimum_minor, currency, changed_at)
      SELECT id, 'processor_transfer', 5, 5000, 'EUR', ${at}::timestamptz FROM companies`;
    await tx`
      CREATE TEMPORARY TABLE seeded ON COMMIT DROP AS
      SELECT 'ern_' || c.id || '_' || n AS id, 'sale_' || c.id || '_' || n AS sale_id, c.id AS company_id,
        CASE WHEN n % 3 = 0 AND right(c.id, 1) IN ('1', '4', '7') THEN 'JPY' ELSE 'EUR' END AS currency,
        CASE WHEN n % 4 = 0 THEN -1 ELSE 1 END * (1 + (right(c.id, 8)::int * 37 + n * 911) % 3000) AS minor
      FROM companies c, generate_series(1, ${lines}::int) n`;
    await tx`
      INSERT INTO ledger_entries (earning_id, sale_id, kind, company_id, mode, currency, commission_minor, reason, created_at)
      SELECT id, sale_id, 'adjustment', company_id, 'live', currency, minor, 'adjustment', ${at}::timestamptz FROM seeded`;
    await tx`
      INSERT INTO earnings (id, sale_id, kind, company_id, mode, currency, commission_minor, status, reason, ready_at, created_at, changed_at)
      SELECT id, sale_id, 'adjustment', company_id, 'live', currency, minor, CASE WHEN minor > 0 THEN 'ready' ELSE 'reversed' END, 'adjustment',
        ${at}::timestamptz, ${at}::timestamptz, ${at}::timestamptz FROM seeded`;
  });
}
