import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';
import type { AddressParts } from '../rules/address.js';
import type { Vat } from '../rules/vat.js';

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
  const noParts = { street: null, streetMore: null, postalCode: null, town: null, region: null, country: null };
  const taxId = taxIds.length === 0 ? null : taxIds.join(BETWEEN_TAX_IDS);
  const mailbox = statementsTo === undefined ? {} : { statementsTo };
  const columns = { legalName, address, taxId, ...(parts ?? noParts), ...mailbox, changedAt: now };
  return firstValue(db<Pick<Billing, 'statementsTo'>[]>`
    INSERT INTO company_billing ${db({ companyId, ...columns })}
    ON CONFLICT (company_id) DO UPDATE SET ${db(columns)} RETURNING statements_to`);
}

/** Null: nothing was set. */
export function findVat(db: Queryable, companyId: Id<'company'>): Promise<Vat | null> {
  return firstRow(db<Vat[]>`
    SELECT treatment, rate::float8 AS rate, note, self_billing FROM company_vat WHERE company_id = ${companyId}`);
}

export async function putVat(db: Queryable, companyId: Id<'company'>, vat: Vat, now: Date): Promise<void> {
  const columns = { ...vat, changedAt: now };
  await db`
    INSERT INTO company_vat ${db({ companyId, ...columns })} ON CONFLICT (company_id) DO UPDATE SET ${db(columns)}`;
}
