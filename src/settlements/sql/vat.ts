import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow } from '../../platform/database/rows.js';
import type { Vat } from '../rules/vat.js';

/** Null: nothing was set. */
export function findVat(db: Queryable, companyId: Id<'company'>): Promise<Vat | null> {
  return firstRow(db<Vat[]>`
    SELECT treatment, rate::float8 AS rate, note, self_billing FROM company_vat WHERE company_id = ${companyId}`);
}

export async function putVat(db: Queryable, companyId: Id<'company'>, vat: Vat, now: Date): Promise<void> {
  await db`
    INSERT INTO company_vat (company_id, treatment, rate, note, self_billing, changed_at)
    VALUES (${companyId}, ${vat.treatment}, ${vat.rate}, ${vat.note}, ${vat.selfBilling}, ${now})
    ON CONFLICT (company_id) DO UPDATE SET treatment = excluded.treatment, rate = excluded.rate, note = excluded.note,
      self_billing = excluded.self_billing, changed_at = excluded.changed_at`;
}
