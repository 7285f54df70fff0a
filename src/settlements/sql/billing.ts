import type { Queryable } from '../../platform/database/database.js';

/** A company as its finance department writes it. */
export interface Billing {
  legalName: string;
  /** One line each. */
  address: string[];
  taxId: string | null;
}

export async function findBilling(db: Queryable, companyId: string): Promise<Billing | null> {
  const [row] = await db<Billing[]>`
    SELECT legal_name, address, tax_id FROM company_billing WHERE company_id = ${companyId}`;
  return row ?? null;
}

export async function putBilling(db: Queryable, companyId: string, billing: Billing, now: Date): Promise<void> {
  const { legalName, address, taxId } = billing;
  await db`
    INSERT INTO company_billing (company_id, legal_name, address, tax_id, changed_at)
    VALUES (${companyId}, ${legalName}, ${address}, ${taxId}, ${now})
    ON CONFLICT (company_id) DO UPDATE SET legal_name = excluded.legal_name, address = excluded.address,
      tax_id = excluded.tax_id, changed_at = excluded.changed_at`;
}
