import type { Id } from '../../core/ids.js';
import { type Agreement, UNLIMITED_AGREEMENT } from '../../core/viewer.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow } from '../../platform/database/rows.js';

/** The company's agreement. With `lock`, locked until the caller's transaction ends. */
export async function findAgreement(
  sql: Queryable,
  companyId: Id<'company'>,
  options: { lock?: boolean } = {},
): Promise<Agreement> {
  const agreement = await firstRow(sql<Agreement[]>`
    SELECT countries, categories, paying_only FROM agreements
     WHERE company_id = ${companyId} ${options.lock ? sql`FOR UPDATE` : sql``}`);
  return agreement ?? UNLIMITED_AGREEMENT;
}

export async function putAgreement(
  sql: Queryable,
  companyId: Id<'company'>,
  agreement: Agreement,
  now: Date,
): Promise<void> {
  const { countries, categories, payingOnly } = agreement;
  await sql`
    INSERT INTO agreements (company_id, countries, categories, paying_only, updated_at)
    VALUES (${companyId}, ${countries as string[] | null}, ${categories as string[] | null}, ${payingOnly}, ${now})
    ON CONFLICT (company_id) DO UPDATE
      SET countries = excluded.countries, categories = excluded.categories,
          paying_only = excluded.paying_only, updated_at = excluded.updated_at`;
}
