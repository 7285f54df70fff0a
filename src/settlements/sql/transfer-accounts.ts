import type { Id } from '../../core/ids.js';
import type { Account } from '../../payments/port.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstRow } from '../../platform/database/rows.js';

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
  const { id, transfersEnabled, payoutsEnabled, currency, country, requirements, disabledReason } = account;
  await db`
    INSERT INTO transfer_accounts AS a (company_id, account, transfers_enabled, payouts_enabled, currency, country, requirements,
      disabled_reason, connected_at, refreshed_at, pays_from)
    VALUES (${companyId}, ${id}, ${transfersEnabled}, ${payoutsEnabled}, ${currency}, ${country}, ${requirements}, ${disabledReason},
      ${askedAt}, ${askedAt}, ${paysFrom})
    ON CONFLICT (company_id) DO UPDATE SET account = excluded.account, transfers_enabled = excluded.transfers_enabled,
      payouts_enabled = excluded.payouts_enabled, currency = excluded.currency, country = excluded.country,
      requirements = excluded.requirements, disabled_reason = excluded.disabled_reason, refreshed_at = excluded.refreshed_at,
      connected_at = CASE WHEN a.account = excluded.account THEN a.connected_at ELSE excluded.connected_at END,
      pays_from = CASE WHEN a.account = excluded.account THEN a.pays_from ELSE excluded.pays_from END
    WHERE a.account <> excluded.account OR a.refreshed_at <= excluded.refreshed_at`;
}

/** Stores the state of an account, unless a later one is stored. @returns its company; null: none. */
export async function refreshTransferAccount(db: Queryable, account: Account, askedAt: Date): Promise<string | null> {
  const { id, transfersEnabled, payoutsEnabled, currency, country, requirements, disabledReason } = account;
  const [row] = await db<{ companyId: Id<'company'> }[]>`
    UPDATE transfer_accounts SET transfers_enabled = ${transfersEnabled}, payouts_enabled = ${payoutsEnabled}, currency = ${currency},
      country = ${country}, requirements = ${requirements}, disabled_reason = ${disabledReason}, refreshed_at = ${askedAt}
    WHERE account = ${id} AND refreshed_at <= ${askedAt} RETURNING company_id`;
  return row?.companyId ?? null;
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
