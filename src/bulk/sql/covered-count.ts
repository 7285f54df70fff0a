import type { Id } from '../../core/ids.js';
import type { Agreement } from '../../core/viewer.js';
import { coveredBy } from '../../listings/sql/event-expressions.js';
import type { Queryable } from '../../platform/database/database.js';
import { fragment } from '../../platform/database/fragment.js';
import type { BulkFileRow } from './bulk-files.js';

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

export interface LastFileRow extends Pick<BulkFileRow, 'subscriptionId' | 'format' | 'state'> {
  changesOnly: boolean;
  requestedAt: Date;
  finishedAt: Date | null;
  bytes: number | null;
  events: number | null;
  truncated: boolean | null;
}

export async function listLastFiles(
  sql: Queryable,
  companyId: Id<'company'>,
  mode: 'test' | 'live',
): Promise<LastFileRow[]> {
  return sql<LastFileRow[]>`
    SELECT DISTINCT ON (f.subscription_id) f.subscription_id, f.format, f.state, f.since IS NOT NULL AS changes_only,
           f.requested_at, f.finished_at, f.bytes::int, f.events, f.truncated
      FROM bulk_files f JOIN bulk_subscriptions s ON s.id = f.subscription_id
     WHERE s.company_id = ${companyId} AND f.mode = ${mode}
     ORDER BY f.subscription_id, f.build DESC`;
}
