import type { Id } from '../../core/ids.js';
import type { Account } from '../../payments/port.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow, firstValue } from '../../platform/database/rows.js';

export interface TransferAccountRow {
  companyId: Id<'company'>;
  account: string;
  transfersEnabled: boolean;
  payoutsEnabled: boolean;
  currency: string | null;
  country: string | null;
  requirements: string[];
  disabledReason: string | null;
  refreshedAt: Date;
  /** Nothing is paid to it before; null: since it was connected. */
  paysFrom: Date | null;
}

const COLUMNS = fragment`company_id, account, transfers_enabled, payouts_enabled, currency, country, requirements, disabled_reason, refreshed_at, pays_from`;

export function findTransferAccount(
  db: Queryable,
  by: { companyId: Id<'company'> } | { account: string },
): Promise<TransferAccountRow | null> {
  return firstRow(db<TransferAccountRow[]>`
    SELECT ${COLUMNS} FROM transfer_accounts
    WHERE ${'account' in by ? db`account = ${by.account}` : db`company_id = ${by.companyId}`}`);
}

/** The account to which a company can be paid, and from when; null: it has none that gets transfers. */
export function findOpenAccount(
  db: Queryable,
  companyId: Id<'company'>,
): Promise<Pick<TransferAccountRow, 'account' | 'paysFrom'> | null> {
  return firstRow(db<Pick<TransferAccountRow, 'account' | 'paysFrom'>[]>`
    SELECT account, pays_from FROM transfer_accounts WHERE company_id = ${companyId} AND transfers_enabled`);
}

/**
 * Keeps which account a company has, and how it stood; an earlier state of the same account does not replace a later one.
 *
 * @param askedAt when the request went to the processor.
 * @param paysFrom of an account that is new to the company; null: at once.
 */
export async function keepTransferAccount(
  db: Queryable,
  companyId: Id<'company'>,
  account: Account,
  { askedAt, paysFrom }: { askedAt: Date; paysFrom: Date | null },
): Promise<void> {
  const columns = { account: account.id, ...stateOf(account), refreshedAt: askedAt };
  const row = { companyId, ...columns, connectedAt: askedAt, paysFrom };
  await db`
    INSERT INTO transfer_accounts ${db(row)} ON CONFLICT (company_id) DO UPDATE SET ${db(columns)},
      connected_at = CASE WHEN transfer_accounts.account = excluded.account THEN transfer_accounts.connected_at ELSE excluded.connected_at END,
      pays_from = CASE WHEN transfer_accounts.account = excluded.account THEN transfer_accounts.pays_from ELSE excluded.pays_from END
    WHERE transfer_accounts.account <> excluded.account OR transfer_accounts.refreshed_at <= excluded.refreshed_at`;
}

/** Stores the state of an account, unless a later one is stored. @returns its company; null: none. */
export function refreshTransferAccount(db: Queryable, account: Account, askedAt: Date): Promise<string | null> {
  return firstValue(db<{ companyId: Id<'company'> }[]>`
    UPDATE transfer_accounts SET ${db({ ...stateOf(account), refreshedAt: askedAt })}
    WHERE account = ${account.id} AND refreshed_at <= ${askedAt} RETURNING company_id`);
}

function stateOf(account: Account) {
  const { transfersEnabled, payoutsEnabled, currency, country, requirements, disabledReason } = account;
  return { transfersEnabled, payoutsEnabled, currency, country, requirements, disabledReason };
}

/** An account that we may not use any more gets nothing. */
export async function disableTransferAccount(
  db: Queryable,
  account: string,
  reason: string,
  askedAt: Date,
): Promise<void> {
  await db`
    UPDATE transfer_accounts SET transfers_enabled = false, disabled_reason = ${reason}, refreshed_at = ${askedAt}
    WHERE account = ${account} AND refreshed_at <= ${askedAt}`;
}
