import type { Mode } from '../../core/mode.js';
import type { Queryable } from '../../platform/database/database.js';
import type { LedgerEntry } from '../rules/ledger.js';

/** A line of the ledger with whose it is. */
export interface LedgerEntryRow extends LedgerEntry {
  saleId: string;
  companyId: string;
  keyId: string | null;
  mode: Mode;
  eventId: string | null;
  orderId: string | null;
  subId: string | null;
  currency: string;
  createdAt: Date;
}

export async function insertEntry(tx: Queryable, entry: LedgerEntryRow): Promise<void> {
  await tx`
    INSERT INTO ledger_entries (earning_id, sale_id, kind, company_id, key_id, mode, event_id, order_id, sub_id, currency,
      commission_minor, transaction_minor, paid_minor, reason, created_at)
    VALUES (${entry.earningId}, ${entry.saleId}, ${entry.kind}, ${entry.companyId}, ${entry.keyId}, ${entry.mode}, ${entry.eventId},
      ${entry.orderId}, ${entry.subId}, ${entry.currency}, ${entry.commissionMinor}, ${entry.transactionMinor}, ${entry.paidMinor},
      ${entry.reason}, ${entry.createdAt})`;
}

/** The entries of one sale and its refunds, oldest first; without adjustments, which cannot be refunded. */
export async function listEntriesOfSale(db: Queryable, saleId: string): Promise<LedgerEntryRow[]> {
  return db<LedgerEntryRow[]>`
    SELECT earning_id, sale_id, kind, company_id, key_id, mode, event_id, order_id, sub_id, currency,
           commission_minor, transaction_minor, paid_minor, reason, created_at
    FROM ledger_entries WHERE sale_id = ${saleId} AND kind <> 'adjustment' ORDER BY id`;
}

/** What the partner has of a sale, with its refunds and adjustments. */
export async function sumEntriesOfSale(db: Queryable, saleId: string): Promise<number> {
  const [row] = await db<{ minor: number }[]>`
    SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM ledger_entries WHERE sale_id = ${saleId}`;
  return row?.minor ?? 0;
}
