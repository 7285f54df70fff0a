import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, firstNumber, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { Difference, Total } from '../rules/match.js';

export interface ReconciliationRow {
  id: number;
  month: string;
  requestedBy: string;
  startedAt: Date;
  /** The end of the month, or when it began. */
  readUntil: Date;
  /** Null: it is running, or was given up. */
  finishedAt: Date | null;
  differences: number | null;
}

const COLUMNS = fragment`id, month, requested_by, started_at, read_until, finished_at, differences`;

export async function insertReconciliation(
  db: Queryable,
  run: Pick<ReconciliationRow, 'month' | 'requestedBy' | 'startedAt' | 'readUntil'>,
): Promise<number> {
  const [row] = await db<[{ id: number }]>`INSERT INTO reconciliations ${db(run)} RETURNING id`;
  return row.id;
}

export function findReconciliation(db: Queryable, id: number): Promise<ReconciliationRow | null> {
  return firstRow(db<ReconciliationRow[]>`SELECT ${COLUMNS} FROM reconciliations WHERE id = ${id}`);
}

/** Newest first. */
export async function listReconciliations(
  db: Queryable,
  month: string | undefined,
  limit: number,
): Promise<ReconciliationRow[]> {
  return db<ReconciliationRow[]>`
    SELECT ${COLUMNS} FROM reconciliations WHERE ${month ?? null}::text IS NULL OR month = ${month ?? null}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Ends a run. @returns how many of its differences are open. */
export async function finishReconciliation(db: Queryable, id: number, now: Date): Promise<number> {
  await db`
    UPDATE reconciliations SET finished_at = coalesce(finished_at, ${now}),
      differences = (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = ${id})
    WHERE id = ${id}`;
  return firstNumber(db<{ open: number }[]>`
    SELECT count(*)::int AS open FROM reconciliation_differences d LEFT JOIN ${settledOf(db)} WHERE d.reconciliation_id = ${id} AND s.id IS NULL`);
}

/** Part of a statement: the settlement `s` of a difference `d`, found by any run. */
function settledOf(db: Queryable): Fragment {
  return db`
    reconciliation_settled s ON s.account = d.account AND s.name = d.name AND s.object = d.object
      AND (s.ours_minor, s.ours_currency, s.theirs_minor, s.theirs_currency)
        IS NOT DISTINCT FROM (d.ours_minor, d.ours_currency, d.theirs_minor, d.theirs_currency)`;
}

export function isCompared(db: Queryable, run: number, account: string): Promise<boolean> {
  return isOneRow(db`SELECT FROM reconciliation_accounts WHERE reconciliation_id = ${run} AND account = ${account}`);
}

/** @returns false when it was compared before. */
export function markCompared(tx: Queryable, run: number, account: string, now: Date): Promise<boolean> {
  return isOneRow(tx`
    INSERT INTO reconciliation_accounts (reconciliation_id, account, compared_at) VALUES (${run}, ${account}, ${now}) ON CONFLICT DO NOTHING`);
}

export async function listUnreadable(db: Queryable, run: number): Promise<Set<string>> {
  const accounts = await columnValues(db<{ account: string }[]>`
    SELECT account FROM reconciliation_differences WHERE reconciliation_id = ${run} AND name = 'account_unreadable'`);
  return new Set(accounts);
}

export type TotalRow = Total & { account: string };

export interface DifferenceRow extends Difference {
  id: number;
  account: string;
  /** Null: the difference is open. `by`: who proposed it, and who approved it. */
  settled: { by: string; reason: string; at: Date } | null;
}

export async function insertTotals(tx: Queryable, run: number, account: string, totals: Total[]): Promise<void> {
  const columns = tx`currency, kind, ours_count, ours_minor, theirs_count, theirs_minor`;
  await tx`
    INSERT INTO reconciliation_totals (reconciliation_id, account, ${columns})
    SELECT ${run}, ${account}, ${columns} FROM json_populate_recordset(NULL::reconciliation_totals, ${recordset(totals)}::text::json)`;
}

export async function insertDifferences(
  tx: Queryable,
  run: number,
  account: string,
  differences: readonly Difference[],
): Promise<void> {
  const rows = differences.map(({ ours, theirs, ...difference }) => ({
    ...difference,
    ...amountsOf({ ours, theirs }),
  }));
  const columns = tx`name, object, about, at, ours_minor, ours_currency, theirs_minor, theirs_currency`;
  await tx`
    INSERT INTO reconciliation_differences (reconciliation_id, account, ${columns})
    SELECT ${run}, ${account}, ${columns} FROM json_populate_recordset(NULL::reconciliation_differences, ${recordset(rows)}::text::json)`;
}

const amountsOf = ({ ours, theirs }: Pick<Difference, 'ours' | 'theirs'>) => ({
  ...{ oursMinor: ours?.minor ?? null, oursCurrency: ours?.currency ?? null },
  ...{ theirsMinor: theirs?.minor ?? null, theirsCurrency: theirs?.currency ?? null },
});

/** By account, currency and kind. */
export async function listTotals(db: Queryable, run: number): Promise<TotalRow[]> {
  return db<TotalRow[]>`
    SELECT account, currency, kind, ours_count, ours_minor, theirs_count, theirs_minor
    FROM reconciliation_totals WHERE reconciliation_id = ${run} ORDER BY account, currency, kind`;
}

/** In the order of their discovery. */
export async function listDifferences(db: Queryable, run: number, limit: number): Promise<DifferenceRow[]> {
  const rows = await db<StoredDifference[]>`
    SELECT ${DIFFERENCE_COLUMNS} FROM reconciliation_differences d LEFT JOIN ${settledOf(db)}
    WHERE d.reconciliation_id = ${run} ORDER BY d.id LIMIT ${limit}`;
  return rows.map(toDifference);
}

export async function findDifference(db: Queryable, id: number): Promise<DifferenceRow | null> {
  const row = await firstRow(db<StoredDifference[]>`
    SELECT ${DIFFERENCE_COLUMNS} FROM reconciliation_differences d LEFT JOIN ${settledOf(db)} WHERE d.id = ${id}`);
  return row && toDifference(row);
}

const amountOf = (side: 'ours' | 'theirs') => fragment`
  CASE WHEN d.${side}_minor IS NOT NULL THEN jsonb_build_object('minor', d.${side}_minor, 'currency', d.${side}_currency) END AS ${side}`;

const DIFFERENCE_COLUMNS = fragment`
  d.id, d.account, d.name, d.object, d.about, d.at, ${amountOf('ours')}, ${amountOf('theirs')}, s.settled_by, s.reason, s.settled_at`;

type StoredDifference = Omit<DifferenceRow, 'settled'> & {
  settledBy: string | null;
  reason: string;
  settledAt: Date;
};

function toDifference({ settledBy, reason, settledAt, ...row }: StoredDifference): DifferenceRow {
  return { ...row, settled: settledBy === null ? null : { by: settledBy, reason, at: settledAt } };
}

export async function insertSettled(
  tx: Queryable,
  { account, name, object, ours, theirs }: DifferenceRow,
  by: { requestedBy: string; reason: string; now: Date },
): Promise<void> {
  const row = { account, name, object, ...amountsOf({ ours, theirs }) };
  await tx`
    INSERT INTO reconciliation_settled ${tx({ ...row, reason: by.reason, settledBy: by.requestedBy, settledAt: by.now })}`;
}

/** For the backlog: the open differences of the last finished run of each month, as one row of its statement. */
export function openDifferences(db: Queryable): Fragment {
  return db`
    SELECT 'reconciliation_differences', '', count(d.id) FILTER (WHERE s.id IS NULL), NULL
      FROM (SELECT DISTINCT ON (month) id FROM reconciliations WHERE finished_at IS NOT NULL ORDER BY month, id DESC) r
        LEFT JOIN reconciliation_differences d ON d.reconciliation_id = r.id LEFT JOIN ${settledOf(db)}
     HAVING count(*) > 0`;
}
