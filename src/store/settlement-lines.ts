import type { Queryable } from './database.js';
import { EARNING_COLUMNS, type EarningRow } from './earnings.js';

/** What a line was when its statement was written. */
export interface LineRow {
  earningId: string;
  commissionMinor: number;
}

export async function listLines(db: Queryable, settlementId: string): Promise<LineRow[]> {
  return db<LineRow[]>`
    SELECT earning_id AS "earningId", commission_minor AS "commissionMinor" FROM settlement_lines
    WHERE settlement_id = ${settlementId} ORDER BY earning_id`;
}

/** Lines that would be on a statement of the month if it were written now, and are on none. */
export async function listUnsettled(
  db: Queryable,
  of: { companyId: string; currency: string },
  before: Date,
): Promise<LineRow[]> {
  return db<LineRow[]>`
    SELECT id AS "earningId", commission_minor AS "commissionMinor" FROM earnings
    WHERE company_id = ${of.companyId} AND currency = ${of.currency} AND mode = 'live' AND settles AND settlement_id IS NULL
      AND ready_at < ${before} AND status IN ('ready', 'reversed') ORDER BY id`;
}

/**
 * A page of a statement's lines as records, with the amounts they were listed with, in the order of their ids after
 * `after`. A record that was turned over after its statement was void shows what it was.
 */
export async function pageOfLines(
  db: Queryable,
  settlementId: string,
  after: string,
  limit: number,
): Promise<EarningRow[]> {
  return db<EarningRow[]>`
    SELECT ${db.unsafe(EARNING_COLUMNS)} FROM (
      SELECT e.id, e.sale_id, e.kind, e.company_id, e.key_id, e.mode, e.event_id, e.sub_id, e.currency, l.commission_minor, l.transaction_minor,
        e.remaining_minor, CASE WHEN e.commission_minor = l.commission_minor THEN e.status ELSE 'ready' END AS status,
        CASE WHEN e.commission_minor = l.commission_minor THEN e.reason END AS reason, e.approves_at, e.ready_at, e.settles,
        l.settlement_id, e.created_at, e.changed_at
      FROM settlement_lines l JOIN earnings e ON e.id = l.earning_id
      WHERE l.settlement_id = ${settlementId} AND l.earning_id > ${after} ORDER BY l.earning_id LIMIT ${limit}
    ) line ORDER BY id`;
}
