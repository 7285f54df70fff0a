import type postgres from 'postgres';
import type { Id } from '../../core/ids.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstNumber, firstRow, firstValue } from '../../platform/database/rows.js';

/** Who requested what, why, and the result. */
export interface RunRow {
  id: number;
  kind: 'close' | 'rerun' | 'void' | 'pay' | 'adjust';
  month: string | null;
  companyId: Id<'company'> | null;
  currency: string | null;
  requestedBy: string;
  reason: string;
  status: 'running' | 'finished' | 'refused';
  result: RunResult | null;
  startedAt: Date;
  finishedAt: Date | null;
}

/** Counts, ids and sentences: no payload of anything. */
export type RunResult = Record<string, postgres.JSONValue>;

const COLUMNS = fragment`
  id, kind, month, company_id, currency, requested_by, reason, status, result, started_at, finished_at`;

/** `key`: the same key again is the same run. */
export type NewRun = Pick<RunRow, 'kind' | 'month' | 'companyId' | 'currency' | 'requestedBy' | 'reason'> & {
  key: string;
};

/** Writes a run down and answers its id; repeated, the id it has. */
export async function beginRun(db: Queryable, run: NewRun, now: Date): Promise<number> {
  const { key, kind, month, companyId, currency, requestedBy, reason } = run;
  const row = { key, kind, month, companyId, currency, requestedBy, reason, status: 'running', startedAt: now };
  const [begun] = await db<[{ id: number }]>`
    INSERT INTO settlement_runs ${db(row)}
    ON CONFLICT (key) DO UPDATE SET key = excluded.key RETURNING id`;
  return begun.id;
}

export async function endRun(
  db: Queryable,
  id: number,
  end: { status: 'finished' | 'refused'; result: RunResult },
  now: Date,
): Promise<void> {
  await db`
    UPDATE settlement_runs SET status = ${end.status}, result = ${db.json(end.result)}, finished_at = ${now} WHERE id = ${id}`;
}

/** Newest first: who ran what on a statement's company, month and currency, and who made the adjustments that are on it. */
export async function listCompanyRuns(
  db: Queryable,
  statement: { id: string; companyId: Id<'company'>; month: string; currency: string },
  limit: number,
): Promise<RunRow[]> {
  const { id, companyId, month, currency } = statement;
  return db<RunRow[]>`
    SELECT ${COLUMNS} FROM settlement_runs r
    WHERE (month = ${month} AND (company_id IS NULL OR company_id = ${companyId}) AND (currency IS NULL OR currency = ${currency}))
      OR (kind = 'adjust' AND company_id = ${companyId} AND EXISTS (
        SELECT FROM settlement_lines WHERE settlement_id = ${id} AND earning_id = r.result ->> 'earningId'))
    ORDER BY id DESC LIMIT ${limit}`;
}

export interface AdjustmentCause {
  reason: string;
  /** The adjustment owes a payment of this statement again. */
  settlementId: Id<'statement'> | null;
  /** `YYYY-MM-DD`: when the bank booked the return. */
  bookedOn: string | null;
}

/** Why adjustments were made, by the id of the earning; other earnings are not there. */
export async function findAdjustmentCauses(
  db: Queryable,
  earningIds: readonly Id<'earning'>[],
): Promise<Map<string, AdjustmentCause>> {
  if (earningIds.length === 0) return new Map();
  const rows = await db<(AdjustmentCause & { earningId: Id<'earning'> })[]>`
    SELECT result ->> 'earningId' AS earning_id, reason, result ->> 'settlementId' AS settlement_id, result ->> 'bookedOn' AS booked_on
    FROM settlement_runs
    WHERE kind = 'adjust' AND result ->> 'earningId' = ANY (${earningIds as string[]}::text[])`;
  return new Map(rows.map(({ earningId, ...cause }) => [earningId, cause]));
}

/** The part of a statement's payments that a company is owed again. */
export interface OwedAgain {
  earningId: string;
  amountMinor: number;
  /** `YYYY-MM-DD`: when the bank booked the return; null: not by bank. */
  bookedOn: string | null;
  /** The statement that lists it; null: the next one does. */
  onStatement: string | null;
}

export async function listOwedAgain(
  db: Queryable,
  { id, companyId }: { id: string; companyId: string },
): Promise<OwedAgain[]> {
  return db<OwedAgain[]>`
    SELECT e.id AS earning_id, e.commission_minor AS amount_minor, r.result ->> 'bookedOn' AS booked_on, e.settlement_id AS on_statement
    FROM settlement_runs r JOIN earnings e ON e.id = r.result ->> 'earningId'
    WHERE r.company_id = ${companyId} AND r.kind = 'adjust' AND r.result ->> 'settlementId' = ${id} ORDER BY r.id`;
}

export function countCloses(db: Queryable, month: string): Promise<number> {
  return firstNumber(db<{ count: number }[]>`
    SELECT count(*)::int AS count FROM settlement_runs WHERE month = ${month} AND kind = 'close'`);
}

/** Closes begun before this instant that have not come to their end, with the keys they were begun under. */
export async function listUnendedCloses(db: Queryable, before: Date): Promise<{ id: number; key: string }[]> {
  return db<{ id: number; key: string }[]>`
    SELECT id, key FROM settlement_runs WHERE kind = 'close' AND status = 'running' AND started_at < ${before} ORDER BY id`;
}

/** Gives up a running run; an ended run keeps its result. */
export async function giveUpRun(db: Queryable, id: number, message: string, now: Date): Promise<void> {
  await db`
    UPDATE settlement_runs SET status = 'refused', result = ${db.json({ message })}, finished_at = ${now}
    WHERE id = ${id} AND status = 'running'`;
}

/** Whether a close of the month for all companies, in all currencies, has come to its end. */
export async function isMonthClosed(db: Queryable, month: string): Promise<boolean> {
  const closed = firstValue(db<{ closed: boolean }[]>`
    SELECT EXISTS (SELECT FROM settlement_runs
      WHERE month = ${month} AND kind = 'close' AND company_id IS NULL AND currency IS NULL AND status = 'finished') AS closed`);
  return (await closed) === true;
}

/** The newest month before this one with a finished close of this kind; null: none. */
export function lastClosedBefore(db: Queryable, month: string): Promise<string | null> {
  return firstValue(db<{ month: string | null }[]>`
    SELECT max(month) AS month FROM settlement_runs
    WHERE month < ${month} AND kind = 'close' AND company_id IS NULL AND currency IS NULL AND status = 'finished'`);
}

export function findRun(db: Queryable, key: string): Promise<RunRow | null> {
  return firstRow(db<RunRow[]>`SELECT ${COLUMNS} FROM settlement_runs WHERE key = ${key}`);
}
