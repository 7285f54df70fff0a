import type { EarningStatus } from '../../core/earning-status.js';
import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues } from '../../platform/database/rows.js';
import type { EarningReason } from '../rules/earnings.js';
import type { EntryKind } from '../rules/ledger.js';

/** The public face of ledger entries (contract: Earning), with what only the service needs. */
export interface EarningRow {
  id: Id<'earning'>;
  saleId: Id<'sale'>;
  kind: EntryKind;
  companyId: Id<'company'>;
  keyId: Id<'key'> | null;
  mode: Mode;
  eventId: Id<'event'> | null;
  /** Null: an adjustment without a sale. */
  orderId: Id<'order'> | null;
  subId: string | null;
  currency: string;
  commissionMinor: number;
  transactionMinor: number | null;
  /** Kind `sale`: what refunds have not yet taken back. */
  remainingMinor: number;
  status: EarningStatus;
  reason: EarningReason | null;
  approvesAt: Date | null;
  readyAt: Date | null;
  settles: boolean;
  settlementId: Id<'statement'> | null;
  createdAt: Date;
  changedAt: Date;
}

export const EARNING_COLUMNS = fragment`
  id, sale_id, kind, company_id, key_id, mode, event_id, order_id, sub_id, currency,
  commission_minor, transaction_minor, remaining_minor, status, reason,
  approves_at, ready_at, settles, settlement_id, created_at, changed_at`;

export async function insertEarnings(tx: Queryable, earnings: readonly EarningRow[]): Promise<void> {
  await tx`
    INSERT INTO earnings (${EARNING_COLUMNS})
    SELECT ${EARNING_COLUMNS} FROM json_populate_recordset(NULL::earnings, ${recordset(earnings)}::text::json)`;
}

export async function findEarnings(db: Queryable, ids: readonly string[]): Promise<Map<string, EarningRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db<EarningRow[]>`
    SELECT ${EARNING_COLUMNS} FROM earnings WHERE id = ANY (${ids as string[]}::text[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** All records of one sale, its own first. They are locked until the transaction ends. */
export async function lockEarningsOfSale(tx: Queryable, saleId: Id<'sale'>): Promise<EarningRow[]> {
  const rows = await tx<EarningRow[]>`
    SELECT ${EARNING_COLUMNS} FROM earnings WHERE sale_id = ${saleId} AND kind <> 'adjustment' ORDER BY id FOR UPDATE`;
  return rows.sort((a, b) => Number(b.kind === 'sale') - Number(a.kind === 'sale') || +a.createdAt - +b.createdAt);
}

/** The records of several sales, each sale's own first. */
export async function listEarningsOfSales(db: Queryable, saleIds: readonly Id<'sale'>[]): Promise<EarningRow[]> {
  return db<EarningRow[]>`
    SELECT ${EARNING_COLUMNS} FROM earnings WHERE sale_id = ANY (${saleIds as string[]}::text[])
    ORDER BY kind <> 'sale', created_at, id`;
}

/** Reverses a sale's own record: it shows the last reversal and is final. */
export async function turnOver(
  tx: Queryable,
  earningId: Id<'earning'>,
  shown: { commissionMinor: number; transactionMinor: number | null; reason: EarningReason },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE earnings SET status = 'reversed', commission_minor = ${shown.commissionMinor}, transaction_minor = ${shown.transactionMinor},
      remaining_minor = 0, reason = ${shown.reason}, approves_at = NULL, changed_at = ${now}
    WHERE id = ${earningId}`;
}

/** Excludes every record of a sale that nets to zero from statements. */
export async function leaveStatements(tx: Queryable, saleId: Id<'sale'>): Promise<void> {
  await tx`UPDATE earnings SET settles = false WHERE sale_id = ${saleId} AND kind <> 'adjustment'`;
}

/** Counts a second record against the sale's own. */
export async function takeFromRemaining(tx: Queryable, earningId: Id<'earning'>, minor: number): Promise<void> {
  await tx`UPDATE earnings SET remaining_minor = remaining_minor - ${minor} WHERE id = ${earningId}`;
}

/** Sales of an event that are not fully reversed, oldest record first. */
export function listUnreversedSales(db: Queryable, eventId: Id<'event'>, limit: number): Promise<string[]> {
  return columnValues(db<{ saleId: Id<'sale'> }[]>`
    SELECT sale_id FROM earnings WHERE event_id = ${eventId} AND kind = 'sale' AND remaining_minor > 0 LIMIT ${limit}`);
}

/** Sets approval dates of at most `limit` pending sales and their refunds by the event's new end. @returns how many sales. */
export async function retimeEvent(
  tx: Queryable,
  eventId: Id<'event'>,
  clock: { approvesAt: Date | null; readyAt: Date | null; reason: EarningReason },
  now: Date,
  limit: number,
): Promise<number> {
  const moved = await tx`
    UPDATE earnings SET approves_at = ${clock.approvesAt}, ready_at = ${clock.readyAt}, reason = ${clock.reason}, changed_at = ${now}
    WHERE id = ANY (ARRAY(
      SELECT id FROM earnings WHERE event_id = ${eventId} AND kind = 'sale' AND remaining_minor > 0 AND status = 'pending'
        AND (approves_at, ready_at, reason) IS DISTINCT FROM (${clock.approvesAt}::timestamptz, ${clock.readyAt}::timestamptz, ${clock.reason}::text)
      ORDER BY id LIMIT ${limit} FOR UPDATE))
    RETURNING sale_id`;
  await tx`
    UPDATE earnings SET ready_at = greatest(${clock.readyAt}::timestamptz, CASE WHEN ${clock.readyAt}::timestamptz IS NULL THEN NULL ELSE created_at END)
    WHERE sale_id = ANY(${moved.map((row) => row.saleId as string)}::text[]) AND kind = 'refund' AND settlement_id IS NULL`;
  return moved.length;
}
