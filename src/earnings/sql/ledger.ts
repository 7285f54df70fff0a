import type { Id } from '../../core/ids.js';
import type { TraceStep } from '../../core/trace.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { firstNumber } from '../../platform/database/rows.js';
import type { LedgerEntry } from '../rules/ledger.js';
import type { EarningRow } from './earnings.js';

export type LedgerEntryRow = LedgerEntry &
  Pick<
    EarningRow,
    'saleId' | 'companyId' | 'keyId' | 'mode' | 'eventId' | 'orderId' | 'subId' | 'currency' | 'createdAt'
  >;

const COLUMNS = fragment`
  earning_id, sale_id, kind, company_id, key_id, mode, event_id, order_id, sub_id, currency,
  commission_minor, transaction_minor, paid_minor, reason, created_at`;

export async function insertEntries(tx: Queryable, entries: readonly LedgerEntryRow[]): Promise<void> {
  // An entry may be made of its earning, whose id is none of the ledger's.
  const rows = recordset(entries.map((entry) => ({ ...entry, id: undefined })));
  await tx`
    INSERT INTO ledger_entries (${COLUMNS})
    SELECT ${COLUMNS} FROM json_populate_recordset(NULL::ledger_entries, ${rows}::text::json)`;
}

/** The entries of one sale and its refunds, oldest first; without adjustments, which cannot be refunded. */
export async function listEntriesOfSale(db: Queryable, saleId: Id<'sale'>): Promise<LedgerEntryRow[]> {
  return db<LedgerEntryRow[]>`
    SELECT ${COLUMNS}
    FROM ledger_entries WHERE sale_id = ${saleId} AND kind <> 'adjustment' ORDER BY id`;
}

/** The partner's part of a sale, with its refunds and adjustments. */
export function sumEntriesOfSale(db: Queryable, saleId: Id<'sale'>): Promise<number> {
  return firstNumber(db<{ minor: number }[]>`
    SELECT coalesce(sum(commission_minor), 0)::bigint AS minor FROM ledger_entries WHERE sale_id = ${saleId}`);
}

/** A live entry of the ledger, for the journal. */
export type LedgerMovement = Pick<
  LedgerEntryRow,
  'earningId' | 'kind' | 'commissionMinor' | 'currency' | 'reason' | 'companyId' | 'createdAt'
> & {
  /** For paging. */
  id: number;
};

/** Live entries between two instants, the oldest first. */
export async function pageOfMovements(
  db: Queryable,
  { after, from, to }: { after: number; from: Date; to: Date },
  limit: number,
): Promise<LedgerMovement[]> {
  return db<LedgerMovement[]>`
    SELECT id, earning_id, kind, commission_minor, currency, reason, company_id, created_at
    FROM ledger_entries WHERE id > ${after} AND mode = 'live' AND created_at >= ${from} AND created_at < ${to}
    ORDER BY id LIMIT ${limit}`;
}

/** The ledger entries of a sale, and the state of each earning now. Amounts are in minor units. */
export function listEarningSteps(db: Queryable, saleId: Id<'sale'>): Promise<TraceStep[]> {
  return db<TraceStep[]>`
    SELECT l.created_at AS at, 'earning' AS what, l.earning_id AS id,
           l.kind || ' of ' || l.commission_minor || ' ' || l.currency || ' (minor units), now ' || coalesce(e.status, 'gone') AS detail
      FROM ledger_entries l LEFT JOIN earnings e ON e.id = l.earning_id
     WHERE l.sale_id = ${saleId}
     ORDER BY l.created_at, l.id`;
}
