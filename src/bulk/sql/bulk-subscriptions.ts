import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Agreement } from '../../core/viewer.js';
import { coveredBy } from '../../listings/sql/event-expressions.js';
import type { Queryable, Transaction } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import { firstNumber, firstRow, isOneRow } from '../../platform/database/rows.js';
import type { BulkScope } from '../rules/bulk.js';

export interface BulkSubscriptionRow {
  id: string;
  companyId: Id<'company'>;
  name: string;
  scope: BulkScope;
  createdAt: Date;
}

const COLUMNS = fragment`id, company_id, name, created_at, json_build_object('countries', countries, 'categories', categories,
  'payingOnly', paying_only, 'daysAhead', days_ahead) AS scope`;

export function listSubscriptionRows(sql: Queryable, companyId: Id<'company'>): Promise<BulkSubscriptionRow[]> {
  return sql<BulkSubscriptionRow[]>`
    SELECT ${COLUMNS} FROM bulk_subscriptions WHERE company_id = ${companyId} ORDER BY created_at, id`;
}

/** A subscription, of one company or with null of any. */
export function findSubscriptionRow(
  sql: Queryable,
  id: string,
  owner: string | null = null,
): Promise<BulkSubscriptionRow | null> {
  return firstRow(sql<BulkSubscriptionRow[]>`
    SELECT ${COLUMNS} FROM bulk_subscriptions WHERE id = ${id} AND (${owner}::text IS NULL OR company_id = ${owner})`);
}

export function countSubscriptions(tx: Transaction, companyId: Id<'company'>): Promise<number> {
  return firstNumber(tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM bulk_subscriptions WHERE company_id = ${companyId}`);
}

export async function insertSubscription(sql: Queryable, row: BulkSubscriptionRow): Promise<void> {
  const { countries, categories, payingOnly, daysAhead } = row.scope;
  await sql`
    INSERT INTO bulk_subscriptions (id, company_id, name, countries, categories, days_ahead, paying_only, created_at)
    VALUES (${row.id}, ${row.companyId}, ${row.name}, ${countries as string[] | null}, ${categories as string[] | null},
            ${daysAhead}, ${payingOnly}, ${row.createdAt})`;
}

/** Deletes the subscription with its files' rows; returns where those files lie, or null when there is none. */
export async function deleteSubscription(
  tx: Transaction,
  { id, companyId }: Pick<BulkSubscriptionRow, 'id' | 'companyId'>,
): Promise<string[] | null> {
  const paths = await tx<{ path: string }[]>`
    SELECT path FROM bulk_files WHERE subscription_id = ${id} AND path IS NOT NULL`;
  const deleted = await tx`DELETE FROM bulk_subscriptions WHERE id = ${id} AND company_id = ${companyId}`;
  return deleted.count === 1 ? paths.map((row) => row.path) : null;
}

/** When the last full file was first given out whole, and which one it was. */
export function findClock(
  sql: Queryable,
  subscriptionId: Id<'bulkSubscription'>,
  mode: Mode,
): Promise<{ startedAt: Date; fileId: string } | null> {
  return firstRow(sql<{ startedAt: Date; fileId: string }[]>`
    SELECT started_at, file_id FROM bulk_clocks
     WHERE subscription_id = ${subscriptionId} AND mode = ${mode}`);
}

/** Starts the clock unless a clock that began after `before` still runs. @returns whether it started. */
export function startClock(
  sql: Queryable,
  clock: { subscriptionId: Id<'bulkSubscription'>; mode: Mode; fileId: string; now: Date; before: Date },
): Promise<boolean> {
  return isOneRow(sql`
    INSERT INTO bulk_clocks (subscription_id, mode, started_at, file_id)
    VALUES (${clock.subscriptionId}, ${clock.mode}, ${clock.now}, ${clock.fileId})
    ON CONFLICT (subscription_id, mode) DO UPDATE SET started_at = excluded.started_at, file_id = excluded.file_id
      WHERE bulk_clocks.started_at <= ${clock.before}`);
}

const SCOPE = { country: fragment`l.country`, category: fragment`l.category`, paying: fragment`(l.earns IS NOT NULL)` };

/** How many upcoming events a subscription names, and how many of them its company may show. */
export async function countCovered(
  sql: Queryable,
  query: { test: boolean; named: Agreement; narrowed: Agreement; lastDay: string | null },
): Promise<{ named: number; covered: number }> {
  const { test, named, narrowed, lastDay } = query;
  const [row] = await sql<{ named: number; covered: number }[]>`
    SELECT count(*) FILTER (WHERE ${coveredBy(sql, named, SCOPE)})::int AS named,
           count(*) FILTER (WHERE ${coveredBy(sql, narrowed, SCOPE)})::int AS covered
      FROM event_listings l
     WHERE l.test = ${test} AND l.upcoming AND (${lastDay}::date IS NULL OR l.date <= ${lastDay}::date)`;
  return row ?? { named: 0, covered: 0 };
}
