import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow } from '../../platform/database/rows.js';
import type { SealedColumn } from '../../platform/secrets/sql.js';

export const SETTLEMENTS_SEALED: readonly SealedColumn[] = [
  { table: 'payout_accounts', column: 'iban', owner: 'company_id' },
  { table: 'bank_files', column: 'content', owner: 'id' },
];

export interface PayoutAccountRow {
  companyId: Id<'company'>;
  holder: string;
  /** Sealed. */
  iban: Buffer;
  /** The last four characters of the IBAN. */
  ibanEnd: string;
  bic: string | null;
  /** Both or none. */
  town: string | null;
  country: string | null;
  /** Nothing is paid to it before; null: since it was set. */
  paysFrom: Date | null;
}

const COLUMNS = fragment`company_id, holder, iban, iban_end, bic, town, country, pays_from`;

export async function findPayoutAccounts(
  db: Queryable,
  companyIds: readonly Id<'company'>[],
): Promise<Map<string, PayoutAccountRow>> {
  const rows = await db<PayoutAccountRow[]>`
    SELECT ${COLUMNS} FROM payout_accounts WHERE company_id = ANY (${companyIds as string[]}::text[])`;
  return new Map(rows.map((row) => [row.companyId, row]));
}

export async function putPayoutAccount(
  db: Queryable,
  { companyId, ...account }: PayoutAccountRow,
  now: Date,
): Promise<void> {
  const columns = { ...account, changedAt: now };
  await db`
    INSERT INTO payout_accounts ${db({ companyId, ...columns })} ON CONFLICT (company_id) DO UPDATE SET ${db(columns)}`;
}

/** Holds the account of a company until the transaction ends: it changes one time after the other. */
export function lockPayoutAccount(tx: Queryable, companyId: Id<'company'>): Promise<PayoutAccountRow | null> {
  return firstRow(tx<PayoutAccountRow[]>`
    SELECT ${COLUMNS} FROM payout_accounts WHERE company_id = ${companyId} FOR UPDATE`);
}

/** Lets payments go to the accounts of a company at once. @returns whether any of them was new. */
export async function endAccountWaits(tx: Queryable, companyId: Id<'company'>, now: Date): Promise<boolean> {
  const bank = await tx`
    UPDATE payout_accounts SET pays_from = NULL WHERE company_id = ${companyId} AND pays_from > ${now}`;
  const transfers = await tx`
    UPDATE transfer_accounts SET pays_from = NULL WHERE company_id = ${companyId} AND pays_from > ${now}`;
  return bank.count + transfers.count > 0;
}
