import type { Scope } from '../../core/coverage.js';
import type { Id } from '../../core/ids.js';
import type { Agreement } from '../../core/viewer.js';
import { flags } from '../../platform/database/arrays.js';
import type { Fragment, Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { NARROW_US, roomForWide, WIDE_US, type WithdrawalStamps } from '../rules/withdrawal-stamps.js';
import { coveredBy, coveredText, scopeOfRow } from './event-expressions.js';
import { LAST_STAMP } from './listing-statement.js';

export interface WithdrawalRow {
  id: string;
  /** UTC with microseconds, unique. */
  withdrawnAt: string;
}

export interface FoundWithdrawals {
  rows: WithdrawalRow[];
  /** The last stamp given out: the rows hold every withdrawal up to it. UTC, milliseconds. */
  stamp: string;
}

/** Whether the agreement covers the scope that `row` keeps. */
function covers(sql: Queryable, agreement: Agreement, row: string) {
  return coveredBy(sql, agreement, scopeOfRow(row));
}

/**
 * Real events the company may have shown and may no longer, oldest first: withdrawn from everybody while its agreement
 * covered them, or from it alone. An event that it may show again is left out, and the last of several withdrawals
 * counts.
 *
 * @param since UTC with microseconds.
 */
export async function listWithdrawals(
  sql: Queryable,
  input: { companyId: Id<'company'> | null; agreement: Agreement; since: string; limit: number },
): Promise<FoundWithdrawals> {
  const { companyId, agreement, since, limit } = input;
  const { countries, categories, payingOnly } = agreement;
  const params = [companyId, countries, categories, payingOnly, since, limit] as never[];
  const found: FoundRow[] = await sql.unsafe(WITHDRAWALS, params, { prepare: true });
  const rows = found.flatMap(({ id, withdrawnAt }) =>
    id === null || withdrawnAt === null ? [] : [{ id, withdrawnAt }],
  );
  return { rows, stamp: found[0]?.stamp ?? '' };
}

/** One row at least, for the stamp. */
interface FoundRow {
  stamp: string;
  id: string | null;
  withdrawnAt: string | null;
}

const AGREEMENT = {
  countries: fragment`$2::text[]`,
  categories: fragment`$3::text[]`,
  payingOnly: fragment`$4::boolean`,
};
const seen = (row: string) => coveredText(AGREEMENT, scopeOfRow(row));
const UNSEEN = `
  NOT EXISTS (SELECT FROM event_listings l WHERE l.event_id = w.event_id AND ${seen('l')})
  AND NOT EXISTS (SELECT FROM withdrawals n WHERE n.event_id = w.event_id AND n.withdrawn_at > w.withdrawn_at
    AND (n.company_id = $1::text OR (n.company_id IS NULL AND ${seen('n')})))`;
const RECENT = `w.withdrawn_at > $5::text::timestamptz AND ${UNSEEN} ORDER BY w.withdrawn_at LIMIT $6::int`;
/** One text, since to put it together from fragments takes four times as long as to send it. */
const WITHDRAWALS = `
  SELECT s.stamp, w.event_id AS id, to_char(w.withdrawn_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS withdrawn_at
  FROM (SELECT ${LAST_STAMP} AS stamp) s LEFT JOIN (
    SELECT * FROM (
      (SELECT w.event_id, w.withdrawn_at FROM withdrawals w
        WHERE w.company_id IS NULL AND NOT w.test AND ${seen('w')} AND ${RECENT})
      UNION ALL
      (SELECT w.event_id, w.withdrawn_at FROM withdrawals w WHERE w.company_id = $1::text AND ${RECENT})
    ) both_kinds ORDER BY both_kinds.withdrawn_at LIMIT $6::int
  ) w ON true ORDER BY w.withdrawn_at`;

/** When each of these events, which the viewer cannot see now, was last withdrawn from it; events that it never saw are left out. */
export async function findWithdrawn(
  sql: Queryable,
  input: { ids: readonly string[]; test: boolean; companyId: Id<'company'> | null; agreement: Agreement },
): Promise<WithdrawalRow[]> {
  return sql<WithdrawalRow[]>`
    SELECT w.event_id AS id, to_char(max(w.withdrawn_at), 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS withdrawn_at FROM withdrawals w
    WHERE w.event_id = ANY (${input.ids as string[]}::text[]) AND w.test = ${input.test}
      AND (w.company_id = ${input.companyId} OR (w.company_id IS NULL AND ${covers(sql, input.agreement, 'w')}))
    GROUP BY w.event_id`;
}

export interface NewWithdrawal extends Scope {
  eventId: Id<'event'>;
  test: boolean;
}

/** Part of a statement: whether `w` has the same scope as `row`, so that the same partners see both. */
const sameScope = (row: string) =>
  fragment`w.event_id = ${row}.event_id AND (w.country, w.category, w.paying) IS NOT DISTINCT FROM (${row}.country, ${row}.category, ${row}.paying)`;

/**
 * Withdrawals from everybody, each at its `withdrawalStamp`. Their `lastStamp` must be stored. An event's last
 * withdrawal in a scope replaces the earlier ones, so that an event that comes and goes leaves a single row.
 */
export async function insertWithdrawals(
  tx: Queryable,
  { after, gapUs }: WithdrawalStamps,
  rows: readonly NewWithdrawal[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    WITH t AS MATERIALIZED (
      SELECT * FROM unnest(
        ${rows.map((row) => row.eventId)}::text[], ${flags(rows.map((row) => row.test))}::text[]::boolean[],
        ${rows.map((row) => row.country)}::text[], ${rows.map((row) => row.category)}::text[],
        ${flags(rows.map((row) => row.paying))}::text[]::boolean[]
      ) WITH ORDINALITY AS t (event_id, test, country, category, paying, position)
    ), superseded AS (
      DELETE FROM withdrawals w USING t WHERE ${sameScope('t')} AND w.test = t.test AND w.company_id IS NULL
    )
    INSERT INTO withdrawals (withdrawn_at, event_id, test, country, category, paying)
    SELECT ${after}::timestamptz + position * ${gapUs}::bigint * interval '1 microsecond', event_id, test, country, category, paying FROM t`;
}

/**
 * Withdraws from one company every real event its agreement covered before and no longer does, also those withdrawn from
 * everybody, so that a poller under the new agreement still sees them. Each has its `withdrawalStamp`, and their
 * `lastStamp` must be written down. They take the place of earlier ones as above. Returns how many.
 */
export async function insertCompanyWithdrawals(
  tx: Queryable,
  input: { companyId: Id<'company'>; before: Agreement; after: Agreement; stamp: Date; now: Date },
): Promise<number> {
  const { companyId, before, after, stamp, now } = input;
  const result = await tx`
    WITH lost AS MATERIALIZED (
      SELECT l.event_id, l.country, l.category, l.paying FROM event_listings l
      WHERE NOT l.test AND ${covers(tx, before, 'l')} AND NOT (${covers(tx, after, 'l')})
      UNION ALL
      SELECT * FROM (
        SELECT DISTINCT ON (w.event_id) w.event_id, w.country, w.category, w.paying FROM withdrawals w
        WHERE NOT w.test AND w.company_id IS NULL AND ${covers(tx, before, 'w')} AND NOT (${covers(tx, after, 'w')})
          AND NOT EXISTS (SELECT FROM event_listings l WHERE l.event_id = w.event_id AND ${covers(tx, before, 'l')})
        ORDER BY w.event_id, w.withdrawn_at DESC
      ) gone
    ), superseded AS (
      DELETE FROM withdrawals w USING lost WHERE ${sameScope('lost')} AND w.company_id = ${companyId}
    )
    INSERT INTO withdrawals (withdrawn_at, event_id, company_id, country, category, paying)
    SELECT ${stamp}::timestamptz + row_number() OVER (ORDER BY event_id) * interval '1 microsecond'
        * CASE WHEN count(*) OVER () <= ${roomForWide(stamp, now)} THEN ${WIDE_US}::int ELSE ${NARROW_US}::int END,
      event_id, ${companyId}, country, category, paying FROM lost`;
  return result.count;
}

/** Part of a statement: the events withdrawn from one company after `stamp`, each with its `withdrawn_at`. */
export function withdrawnFrom(db: Queryable, companyId: Id<'company'>, stamp: Date): Fragment {
  return db`SELECT event_id, withdrawn_at FROM withdrawals WHERE company_id = ${companyId} AND withdrawn_at > ${stamp}`;
}
