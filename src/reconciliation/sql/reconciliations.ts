import type { Fragment, Queryable } from '../../platform/database/database.js';
import type { Difference, Total } from '../rules/match.js';

/** A comparison of a month's money with the processor and the bank. */
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

const COLUMNS = 'id, month, requested_by, started_at, read_until, finished_at, differences';

export async function insertReconciliation(
  db: Queryable,
  run: Pick<ReconciliationRow, 'month' | 'requestedBy' | 'startedAt' | 'readUntil'>,
): Promise<number> {
  const [row] = await db<{ id: number }[]>`
    INSERT INTO reconciliations (month, requested_by, started_at, read_until)
    VALUES (${run.month}, ${run.requestedBy}, ${run.startedAt}, ${run.readUntil}) RETURNING id`;
  if (!row) throw new Error('the reconciliation was not written');
  return row.id;
}

export async function findReconciliation(db: Queryable, id: number): Promise<ReconciliationRow | null> {
  const [row] = await db<ReconciliationRow[]>`SELECT ${db.unsafe(COLUMNS)} FROM reconciliations WHERE id = ${id}`;
  return row ?? null;
}

/** Newest first. */
export async function listReconciliations(
  db: Queryable,
  month: string | undefined,
  limit: number,
): Promise<ReconciliationRow[]> {
  return db<ReconciliationRow[]>`
    SELECT ${db.unsafe(COLUMNS)} FROM reconciliations WHERE ${month ?? null}::text IS NULL OR month = ${month ?? null}
    ORDER BY id DESC LIMIT ${limit}`;
}

/** Ends a run. @returns how many differences it found. */
export async function finishReconciliation(db: Queryable, id: number, now: Date): Promise<number> {
  const [row] = await db<{ differences: number }[]>`
    UPDATE reconciliations SET finished_at = coalesce(finished_at, ${now}),
      differences = (SELECT count(*) FROM reconciliation_differences WHERE reconciliation_id = ${id})
    WHERE id = ${id} RETURNING differences`;
  return row?.differences ?? 0;
}

/** Whether the run has compared the account. */
export async function isCompared(db: Queryable, run: number, account: string): Promise<boolean> {
  const rows = await db`SELECT FROM reconciliation_accounts WHERE reconciliation_id = ${run} AND account = ${account}`;
  return rows.length > 0;
}

/** @returns false when it was compared before. */
export async function markCompared(tx: Queryable, run: number, account: string, now: Date): Promise<boolean> {
  const { count } = await tx`
    INSERT INTO reconciliation_accounts (reconciliation_id, account, compared_at) VALUES (${run}, ${account}, ${now}) ON CONFLICT DO NOTHING`;
  return count === 1;
}

/** The accounts that the run could not read. */
export async function listUnreadable(db: Queryable, run: number): Promise<Set<string>> {
  const rows = await db<{ account: string }[]>`
    SELECT account FROM reconciliation_differences WHERE reconciliation_id = ${run} AND name = 'account_unreadable'`;
  return new Set(rows.map(({ account }) => account));
}

export type TotalRow = Total & { account: string };
export type DifferenceRow = Difference & { account: string };

export async function insertTotals(tx: Queryable, run: number, account: string, totals: Total[]): Promise<void> {
  const rows = totals.map((one) => ({
    ...{ currency: one.currency, kind: one.kind, ours_count: one.oursCount, ours_minor: one.oursMinor },
    ...{ theirs_count: one.theirsCount, theirs_minor: one.theirsMinor },
  }));
  await tx`
    INSERT INTO reconciliation_totals (reconciliation_id, account, currency, kind, ours_count, ours_minor, theirs_count, theirs_minor)
    SELECT ${run}, ${account}, t.* FROM jsonb_to_recordset(${tx.json(rows)}) AS t (currency text, kind text, ours_count integer,
      ours_minor bigint, theirs_count integer, theirs_minor bigint)`;
}

export async function insertDifferences(
  tx: Queryable,
  run: number,
  account: string,
  differences: readonly Difference[],
): Promise<void> {
  const rows = differences.map(({ name, object, about, at, ours, theirs }) => ({
    ...{ name, object, about, at: at.toISOString() },
    ...{ ours_minor: ours?.amountMinor ?? null, ours_currency: ours?.currency ?? null },
    ...{ theirs_minor: theirs?.amountMinor ?? null, theirs_currency: theirs?.currency ?? null },
  }));
  await tx`
    INSERT INTO reconciliation_differences (reconciliation_id, account, name, object, about, at, ours_minor, ours_currency, theirs_minor,
      theirs_currency)
    SELECT ${run}, ${account}, d.* FROM jsonb_to_recordset(${tx.json(rows)}) AS d (name text, object text, about text, at timestamptz,
      ours_minor bigint, ours_currency text, theirs_minor bigint, theirs_currency text)`;
}

/** By account, currency and kind. */
export async function listTotals(db: Queryable, run: number): Promise<TotalRow[]> {
  return db<TotalRow[]>`
    SELECT account, currency, kind, ours_count, ours_minor, theirs_count, theirs_minor
    FROM reconciliation_totals WHERE reconciliation_id = ${run} ORDER BY account, currency, kind`;
}

/** In the order in which they were found. */
export async function listDifferences(db: Queryable, run: number, limit: number): Promise<DifferenceRow[]> {
  const rows = await db<
    (Omit<DifferenceRow, 'ours' | 'theirs'> & {
      oursMinor: number | null;
      oursCurrency: string | null;
      theirsMinor: number | null;
      theirsCurrency: string | null;
    })[]
  >`
    SELECT account, name, object, about, at, ours_minor, ours_currency, theirs_minor, theirs_currency
    FROM reconciliation_differences WHERE reconciliation_id = ${run} ORDER BY id LIMIT ${limit}`;
  return rows.map(({ oursMinor, oursCurrency, theirsMinor, theirsCurrency, ...row }) => ({
    ...row,
    ours: oursMinor === null || oursCurrency === null ? null : { amountMinor: oursMinor, currency: oursCurrency },
    theirs:
      theirsMinor === null || theirsCurrency === null ? null : { amountMinor: theirsMinor, currency: theirsCurrency },
  }));
}

/** For the backlog: the differences of the run that finished last, as one row of its statement. */
export function openDifferences(db: Queryable): Fragment {
  return db`
    SELECT 'reconciliation_differences', '', differences, NULL
      FROM (SELECT differences FROM reconciliations WHERE finished_at IS NOT NULL ORDER BY id DESC LIMIT 1) r`;
}
