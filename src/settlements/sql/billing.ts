import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import type { AddressParts } from '../rules/address.js';

export interface Billing {
  legalName: string;
  /** One line each, as statements print it. */
  address: string[];
  /** The parts of the same address; null: it was given in lines. */
  parts: AddressParts | null;
  taxIds: string[];
  /** The mailbox that gets every statement; null: none. */
  statementsTo: string | null;
}

/** Between tax ids where they are stored and printed. */
export const BETWEEN_TAX_IDS = ', ';

type Row = Pick<Billing, 'legalName' | 'address' | 'statementsTo'> & {
  companyId: Id<'company'>;
  taxId: string | null;
} & {
  [Part in keyof AddressParts]: AddressParts[Part] | null;
};

/** By the id of the company; companies without billing data are absent. */
export async function findBillings(db: Queryable, companyIds: readonly Id<'company'>[]): Promise<Map<string, Billing>> {
  const rows = await db<Row[]>`
    SELECT company_id, legal_name, address, tax_id, street, street_more, postal_code, town, region, country, statements_to
    FROM company_billing WHERE company_id = ANY (${companyIds as string[]}::text[])`;
  return new Map(
    rows.map(({ companyId, legalName, address, taxId, street, town, country, statementsTo, ...more }) => [
      companyId,
      {
        legalName,
        address,
        parts: street !== null && town !== null && country !== null ? { street, town, country, ...more } : null,
        taxIds: taxId?.split(BETWEEN_TAX_IDS) ?? [],
        statementsTo,
      },
    ]),
  );
}

/** @param billing.statementsTo undefined keeps the mailbox. */
export async function putBilling(
  db: Queryable,
  companyId: Id<'company'>,
  { legalName, address, parts, taxIds, statementsTo }: Omit<Billing, 'statementsTo'> & Partial<Billing>,
  now: Date,
): Promise<string | null> {
  const {
    street = null,
    streetMore = null,
    postalCode = null,
    town = null,
    region = null,
    country = null,
  } = parts ?? {};
  const taxId = taxIds.length === 0 ? null : taxIds.join(BETWEEN_TAX_IDS);
  const [row] = await db<Pick<Billing, 'statementsTo'>[]>`
    INSERT INTO company_billing (company_id, legal_name, address, tax_id, street, street_more, postal_code, town, region, country, statements_to, changed_at)
    VALUES (${companyId}, ${legalName}, ${address}, ${taxId}, ${street}, ${streetMore}, ${postalCode}, ${town}, ${region}, ${country}, ${statementsTo ?? null}, ${now})
    ON CONFLICT (company_id) DO UPDATE SET legal_name = excluded.legal_name, address = excluded.address, tax_id = excluded.tax_id,
      street = excluded.street, street_more = excluded.street_more, postal_code = excluded.postal_code, town = excluded.town,
      region = excluded.region, country = excluded.country, changed_at = excluded.changed_at
      ${statementsTo === undefined ? db`` : db`, statements_to = excluded.statements_to`}
    RETURNING statements_to`;
  return row?.statementsTo ?? null;
}
