import type { Queryable } from '../../platform/database/database.js';
import type { SealedColumn } from '../../platform/secrets/sql.js';

export const SETTLEMENTS_SEALED: readonly SealedColumn[] = [
  { table: 'payout_accounts', column: 'iban', owner: 'company_id' },
  { table: 'bank_files', column: 'content', owner: 'id' },
];

/** The bank account of a company, as it is stored. */
export interface PayoutAccountRow {
  companyId: string;
  /** As the bank has it. */
  holder: string;
  /** Sealed. */
  iban: Buffer;
  ibanEnd: string;
  bic: string | null;
  town: string | null;
  country: string | null;
}

const COLUMNS = 'company_id, holder, iban, iban_end, bic, town, country';

export async function findPayoutAccounts(
  db: Queryable,
  companyIds: readonly string[],
): Promise<Map<string, PayoutAccountRow>> {
  const rows = await db<PayoutAccountRow[]>`
    SELECT ${db.unsafe(COLUMNS)} FROM payout_accounts WHERE company_id = ANY (${companyIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.companyId, row]));
}

export async function putPayoutAccount(db: Queryable, account: PayoutAccountRow, now: Date): Promise<void> {
  const { companyId, holder, iban, ibanEnd, bic, town, country } = account;
  await db`
    INSERT INTO payout_accounts (company_id, holder, iban, iban_end, bic, town, country, changed_at)
    VALUES (${companyId}, ${holder}, ${iban}, ${ibanEnd}, ${bic}, ${town}, ${country}, ${now})
    ON CONFLICT (company_id) DO UPDATE SET holder = excluded.holder, iban = excluded.iban, iban_end = excluded.iban_end,
      bic = excluded.bic, town = excluded.town, country = excluded.country, changed_at = excluded.changed_at`;
}
