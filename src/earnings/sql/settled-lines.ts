import type { Id } from '../../core/ids.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';

export interface LinesToTake {
  settlementId: Id<'statement'>;
  companyId: Id<'company'>;
  currency: string;
  /** Lines were ready before it. */
  before: Date;
  now: Date;
}

/**
 * Part of a statement that puts lines on a settlement: the CTEs `due`, `locked` and `taken`, the last with `id`,
 * `kind`, `commission_minor` and `transaction_minor` of each line. Rows are locked in the order of their ids, as refunds do.
 *
 * @param carried settlements `s` whose lines are due again.
 * @param held selects the ids of lines that stay where they are.
 */
export function takeLines(
  tx: Queryable,
  wanted: LinesToTake,
  carried: { from: Fragment; where: Fragment },
  held: Fragment,
): Fragment {
  return tx`
    due AS MATERIALIZED (
      SELECT id FROM (
        SELECT id FROM earnings
        WHERE company_id = ${wanted.companyId} AND currency = ${wanted.currency} AND mode = 'live' AND settles AND settlement_id IS NULL
          AND ready_at < ${wanted.before} AND status IN ('ready', 'reversed') AND id NOT IN (${held})
        UNION ALL
        SELECT e.id FROM ${carried.from} JOIN earnings e ON e.settlement_id = s.id COLLATE "default" WHERE ${carried.where}
      ) either ORDER BY id
    ), locked AS MATERIALIZED (
      SELECT e.id FROM due JOIN earnings e ON e.id = due.id
      WHERE e.settles AND e.status IN ('ready', 'reversed') AND e.ready_at < ${wanted.before}
      ORDER BY e.id FOR UPDATE OF e
    ), taken AS (
      UPDATE earnings e SET settlement_id = ${wanted.settlementId}, changed_at = ${wanted.now} FROM locked WHERE e.id = locked.id
      RETURNING e.id, e.kind, e.commission_minor, e.transaction_minor
    )`;
}

/** Takes the lines off a settlement that was taken back. */
export async function releaseLines(tx: Queryable, settlementId: Id<'statement'>, now: Date): Promise<void> {
  await tx`UPDATE earnings SET settlement_id = NULL, changed_at = ${now} WHERE settlement_id = ${settlementId}`;
}

/** Part of a statement: a row with the sum (`minor`) and the `count` of the records on a settlement, and of their entries in the `ledger`. */
export function sumOfLines(db: Queryable, settlementId: Id<'statement'>): Fragment {
  return db`
    SELECT coalesce(sum(e.commission_minor), 0)::bigint AS minor, count(*)::int AS count, coalesce(sum(n.minor), 0)::bigint AS ledger
    FROM earnings e, LATERAL (SELECT sum(commission_minor) AS minor FROM ledger_entries
      WHERE sale_id = e.sale_id AND earning_id = e.id) n
    WHERE settlement_id = ${settlementId}`;
}

/** The settlement of each of these records; records without one are absent. */
export async function findListing(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; settlementId: Id<'statement'> }[]>`
    SELECT id, settlement_id FROM earnings WHERE id = ANY (${ids as string[]}::text[]) AND settlement_id IS NOT NULL`;
  return new Map(rows.map(({ id, settlementId }) => [id, settlementId]));
}
