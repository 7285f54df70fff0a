import { dayOf } from '../../core/time.js';
import type { Queryable } from '../../platform/database/database.js';
import type { Movement } from '../rules/journal.js';

export interface StatementMovement extends Pick<Movement, 'kind' | 'minor' | 'currency' | 'companyId' | 'at'> {
  /** The statement; of a return: the earning. */
  id: string;
  /** The reference of a payment, and why a payment came back. */
  about: string | null;
}

/** VAT, payments and returns of statements in a range, by kind and id. By bank: on the bank's booking day. */
export async function pageOfStatementMovements(
  db: Queryable,
  { after, from, to }: { after: { kind: string; id: string }; from: Date; to: Date },
  limit: number,
): Promise<StatementMovement[]> {
  return db<StatementMovement[]>`
    SELECT * FROM (
      SELECT * FROM (
        SELECT id, 'payment' AS kind, -amount_minor AS minor, currency, company_id,
          coalesce(paid_on::timestamp AT TIME ZONE 'UTC', paid_at) AS at, payment_reference AS about
        FROM settlements WHERE status = 'paid') paid WHERE at >= ${from} AND at < ${to}
      UNION ALL
      SELECT e.id, 'owed_again', e.commission_minor, e.currency, e.company_id,
        (r.result ->> 'bookedOn')::date::timestamp AT TIME ZONE 'UTC', r.reason
      FROM settlement_runs r JOIN earnings e ON e.id = r.result ->> 'earningId'
      WHERE r.kind = 'adjust' AND r.result ->> 'bookedOn' >= ${dayOf(from)} AND r.result ->> 'bookedOn' < ${dayOf(to)}
      UNION ALL
      SELECT id, 'vat', vat_minor, currency, company_id, issued_at, NULL
      FROM settlements WHERE vat_minor <> 0 AND issued_at >= ${from} AND issued_at < ${to}
      UNION ALL
      SELECT id, 'vat_void', -vat_minor, currency, company_id, voided_at, NULL
      FROM settlements WHERE vat_minor <> 0 AND voided_at >= ${from} AND voided_at < ${to}
    ) movement
    WHERE (kind COLLATE "C", id COLLATE "C") > (${after.kind}, ${after.id}) ORDER BY kind COLLATE "C", id COLLATE "C" LIMIT ${limit}`;
}

/** Entries that the bank booked between two instants, and that were imported, confirmed or assigned after the second one. */
export interface LateEntries {
  entries: number;
  /** When the last one was imported, confirmed or assigned. */
  lastAt: Date;
}

/** @returns null: there are none. */
export async function findLateEntries(
  db: Queryable,
  { from, to }: { from: Date; to: Date },
): Promise<LateEntries | null> {
  const [first, end] = [dayOf(from), dayOf(to)];
  const [row] = await db<(LateEntries | { entries: 0; lastAt: null })[]>`
    SELECT count(*)::int AS entries, max(at) AS last_at FROM (
      SELECT greatest(e.imported_at, max(d.decided_at)) AS at
      FROM bank_entries e LEFT JOIN bank_entries hand ON hand.confirmed_by = e.id
        LEFT JOIN settlement_decisions d ON d.kind = 'assign' AND d.object = e.id AND d.state = 'applied'
      WHERE e.source = 'bank' AND ((e.booked_on >= ${first}::date AND e.booked_on < ${end}::date)
        OR (hand.booked_on >= ${first}::date AND hand.booked_on < ${end}::date))
      GROUP BY e.id) entry
    WHERE at >= ${to}`;
  return row && row.lastAt !== null ? row : null;
}
