import { APPROVAL_HOURS } from '../../core/earning-status.js';
import type { Id } from '../../core/ids.js';
import { HOUR } from '../../core/time.js';
import { endOfEvent } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { EARNING_COLUMNS, type EarningRow } from './earnings.js';

/** Approves up to `limit` due earnings whose event stands and is over for long enough; skips those locked by a refund. */
export async function approveEarnings(tx: Queryable, now: Date, limit: number): Promise<EarningRow[]> {
  return tx<EarningRow[]>`
    UPDATE earnings SET status = 'approved', reason = NULL, changed_at = ${now}
    WHERE id = ANY (ARRAY(
      SELECT e.id FROM earnings e JOIN events v ON v.id = e.event_id
      WHERE ${approvable(tx, now)} ORDER BY e.approves_at LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED
    )) AND status = 'pending' RETURNING ${EARNING_COLUMNS}`;
}

/** For the earning `e` and its event `v`: its time has come, and the event took place and is over for long enough. */
function approvable(db: Queryable, now: Date) {
  return db`
    e.status = 'pending' AND e.approves_at <= ${now} AND v.status NOT IN ('cancelled', 'postponed')
      AND ${endOfEvent('v')} <= ${new Date(now.getTime() - APPROVAL_HOURS * HOUR)}`;
}

/** Makes up to `limit` approved earnings ready whose time has come. A cancelled event's are left to be reversed. */
export async function readyEarnings(tx: Queryable, now: Date, limit: number): Promise<EarningRow[]> {
  return tx<EarningRow[]>`
    UPDATE earnings SET status = 'ready', changed_at = ${now}
    WHERE id = ANY (ARRAY(
      SELECT e.id FROM earnings e JOIN events v ON v.id = e.event_id
      WHERE e.status = 'approved' AND e.ready_at <= ${now} AND v.status <> 'cancelled'
      ORDER BY e.ready_at LIMIT ${limit} FOR UPDATE OF e SKIP LOCKED
    )) AND status = 'approved' RETURNING ${EARNING_COLUMNS}`;
}

/** Whether earnings that were due before this instant, and that a run at `now` would move, have not been made ready. */
export async function anyUnripe(db: Queryable, before: Date, now: Date): Promise<boolean> {
  const [row] = await db<{ found: boolean }[]>`
    SELECT EXISTS (SELECT FROM earnings e JOIN events v ON v.id = e.event_id
        WHERE e.status = 'approved' AND e.ready_at < ${before} AND v.status <> 'cancelled')
      OR EXISTS (SELECT FROM earnings e JOIN events v ON v.id = e.event_id
        WHERE ${approvable(db, now)} AND e.ready_at < ${before}) AS found`;
  return row?.found ?? false;
}

/** Marks up to `limit` pending earnings whose event has ended as under review: approval follows. Returns how many. */
export async function reviewEarnings(tx: Queryable, now: Date, limit: number): Promise<number> {
  const result = await tx`
    UPDATE earnings SET reason = 'under_review', changed_at = ${now}
    WHERE id = ANY (ARRAY(
      SELECT id FROM earnings WHERE status = 'pending' AND reason = 'awaiting_event' AND approves_at <= ${new Date(now.getTime() + APPROVAL_HOURS * HOUR)}
      ORDER BY approves_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ))`;
  return result.count;
}

/** Marks the ready earnings of a statement, or only the given ones, as paid; refund records are not changed. */
export async function payEarnings(
  tx: Queryable,
  settlementId: Id<'statement'>,
  now: Date,
  only?: readonly string[],
): Promise<EarningRow[]> {
  return tx<EarningRow[]>`
    UPDATE earnings SET status = 'paid', changed_at = ${now}
    WHERE settlement_id = ${settlementId} AND status = 'ready' ${only ? tx`AND id = ANY (${only as string[]}::text[])` : tx``}
    RETURNING ${EARNING_COLUMNS}`;
}

/** When earnings are approved and ready next; null: none. */
export async function findNextMaturing(db: Queryable): Promise<{ approves: Date | null; ready: Date | null }> {
  const [row] = await db<{ approves: Date | null; ready: Date | null }[]>`
    SELECT (SELECT min(approves_at) FROM earnings WHERE status = 'pending') AS approves,
      (SELECT min(ready_at) FROM earnings WHERE status = 'approved') AS ready`;
  return row ?? { approves: null, ready: null };
}

/** Moves the newest of a company's test earnings on by one state, whatever the time; each once. */
export async function stepTestEarnings(
  tx: Queryable,
  companyId: Id<'company'>,
  now: Date,
  limit: number,
): Promise<EarningRow[]> {
  return tx<EarningRow[]>`
    UPDATE earnings SET status = CASE status WHEN 'pending' THEN 'approved' ELSE 'ready' END, reason = NULL, changed_at = ${now}
    WHERE id = ANY (ARRAY(
      SELECT id FROM earnings WHERE company_id = ${companyId} AND mode = 'test' AND status IN ('pending', 'approved')
       ORDER BY created_at DESC, id LIMIT ${limit} FOR UPDATE))
    RETURNING ${EARNING_COLUMNS}`;
}
