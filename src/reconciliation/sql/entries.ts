import { amountIn } from '../../platform/database/amount.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { recordset } from '../../platform/database/recordset.js';
import { columnValues, firstValue } from '../../platform/database/rows.js';
import type { FeeEntry } from '../rules/match.js';

/** Our own account at the processor. */
export const PLATFORM = 'platform';

/** A movement while its account is being compared. `id`: a repeated run does not stage it twice. */
export interface StagedEntry extends FeeEntry {
  account: string;
}

const COLUMNS = fragment`account, subject, side, id, kind, object, at, about, fee, fee_minor, is_optional, is_claimed`;

export async function stageEntries(db: Queryable, run: number, entries: readonly StagedEntry[]): Promise<void> {
  const rows = entries.map(({ amount: { minor, currency }, ...entry }) => {
    return { feeMinor: 0, isOptional: false, isClaimed: false, ...entry, amountMinor: minor, currency };
  });
  await db`
    INSERT INTO reconciliation_entries (reconciliation_id, ${COLUMNS}, amount_minor, currency)
    SELECT ${run}, ${COLUMNS}, amount_minor, currency FROM json_populate_recordset(NULL::reconciliation_entries, ${recordset(rows)}::text::json)
    ON CONFLICT DO NOTHING`;
}

/** Removes the other side's movements: they are read again. */
export async function unstageTheirs(db: Queryable, run: number, account: string): Promise<void> {
  await db`
    DELETE FROM reconciliation_entries WHERE reconciliation_id = ${run} AND account = ${account} AND side = 'theirs'`;
}

export async function unstageAccount(db: Queryable, run: number, account: string): Promise<void> {
  await db`DELETE FROM reconciliation_entries WHERE reconciliation_id = ${run} AND account = ${account}`;
}

/** Removes what runs have left that began before `before` and never finished. */
export async function deleteAbandoned(db: Queryable, before: Date): Promise<void> {
  await db`
    DELETE FROM reconciliation_entries e USING reconciliations r
    WHERE r.id = e.reconciliation_id AND r.finished_at IS NULL AND r.started_at < ${before}`;
}

/** The next account with movements of ours to compare. */
export function nextStagedAccount(db: Queryable, run: number, after: string): Promise<string | null> {
  return firstValue(db<{ account: string | null }[]>`
    SELECT min(account) AS account FROM reconciliation_entries WHERE reconciliation_id = ${run} AND account > ${after}`);
}

/** Subjects with movements of the other side that were not found among ours, in order. */
export function pageOfUnmatched(
  db: Queryable,
  of: { run: number; account: string; after: string },
  limit: number,
): Promise<string[]> {
  return columnValues(db<{ subject: string }[]>`
    SELECT DISTINCT t.subject FROM reconciliation_entries t
    WHERE t.reconciliation_id = ${of.run} AND t.account = ${of.account} AND t.side = 'theirs' AND t.subject > ${of.after} AND NOT EXISTS (
      SELECT FROM reconciliation_entries o WHERE o.reconciliation_id = ${of.run} AND o.account = ${of.account} AND o.subject = t.subject
        AND o.side = 'ours' AND o.kind = t.kind AND o.object = t.object)
    ORDER BY t.subject LIMIT ${limit}`);
}

/** All entries of the next subjects of an account, in the order of their subjects. */
export async function pageOfSubjects(
  db: Queryable,
  of: { run: number; account: string; after: string },
  limit: number,
): Promise<StagedEntry[]> {
  return db<StagedEntry[]>`
    SELECT ${COLUMNS}, ${amountIn()} FROM reconciliation_entries
    WHERE reconciliation_id = ${of.run} AND account = ${of.account} AND subject IN (
      SELECT DISTINCT subject FROM reconciliation_entries
      WHERE reconciliation_id = ${of.run} AND account = ${of.account} AND subject > ${of.after} ORDER BY subject LIMIT ${limit})
    ORDER BY subject`;
}
