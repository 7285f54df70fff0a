import type { Id } from '../../core/ids.js';
import type { Mode } from '../../core/mode.js';
import type { Queryable } from '../../platform/database/database.js';
import { countRows, firstRow, firstValue, isOneRow } from '../../platform/database/rows.js';
import type { Overdue, OverduePage } from '../../platform/jobs/job.js';
import { overdueRows } from '../../platform/jobs/overdue-page.js';
import type { BulkFormat } from '../rules/bulk.js';

/** Two requests that agree in this get the same file. */
export interface BulkIdentity {
  subscriptionId: Id<'bulkSubscription'>;
  keyId: Id<'key'>;
  mode: Mode;
  format: BulkFormat;
  /** The start of a changes file, UTC with microseconds; null: a full file. */
  since: string | null;
  scope: string;
}

export interface BuiltFile {
  scope: string;
  snapshotAt: Date;
  path: string;
  bytes: number;
  etag: string;
  events: number;
  withdrawn: number;
  truncated: boolean;
  changedUntil: Date;
}

export interface BulkFileRow extends BulkIdentity, Partial<BuiltFile> {
  id: Id<'bulkFile'>;
  scope: string;
  build: number;
  state: 'building' | 'ready' | 'failed';
  sentBefore: boolean;
}

export type ReadyFile = BulkFileRow & BuiltFile & { state: 'ready' };

export function isReady(row: BulkFileRow): row is ReadyFile {
  return row.state === 'ready';
}

const columns = (sql: Queryable) => sql`
  id, subscription_id, key_id, mode, format, since, scope, build, state,
  snapshot_at, path, bytes, etag, events, withdrawn, truncated, changed_until,
  first_sent_at IS NOT NULL AS sent_before`;

const isSame = (sql: Queryable, { subscriptionId, keyId, format, since, scope }: BulkIdentity) => sql`
  subscription_id = ${subscriptionId} AND key_id = ${keyId} AND format = ${format}
  AND since IS NOT DISTINCT FROM ${since}::text AND scope = ${scope}`;

export function findBulkFile(sql: Queryable, id: string): Promise<BulkFileRow | null> {
  return firstRow(sql<BulkFileRow[]>`SELECT ${columns(sql)} FROM bulk_files WHERE id = ${id}`);
}

/** The files of this list that wait for a build. */
export async function findBuildingFiles(sql: Queryable, ids: readonly string[]): Promise<BulkFileRow[]> {
  return sql<BulkFileRow[]>`
    SELECT ${columns(sql)} FROM bulk_files WHERE id = ANY (${ids as string[]}::text[]) AND state = 'building'`;
}

/** Files that should have been built before an instant. */
export async function findUnbuiltFiles(sql: Queryable, page: OverduePage): Promise<Overdue[]> {
  return sql<Overdue[]>`
    SELECT id AS subject, requested_at AS since FROM bulk_files
     WHERE state = 'building' AND ${overdueRows(sql, page, { since: sql`requested_at`, subject: sql`id` })}`;
}

/** The newest finished file whose snapshot is younger than `after`, or the one with the given tag. */
export function findReadyFile(
  sql: Queryable,
  identity: BulkIdentity,
  wanted: { after: Date } | { etag: string },
): Promise<ReadyFile | null> {
  return firstRow(sql<ReadyFile[]>`
    SELECT ${columns(sql)} FROM bulk_files
     WHERE ${isSame(sql, identity)} AND state = 'ready'
       AND ${'etag' in wanted ? sql`etag = ${wanted.etag}` : sql`snapshot_at > ${wanted.after}`}
     ORDER BY build DESC LIMIT 1`);
}

export function findBuildingFile(sql: Queryable, identity: BulkIdentity): Promise<string | null> {
  return firstValue(sql<{ id: string }[]>`
    SELECT id FROM bulk_files WHERE ${isSame(sql, identity)} AND state = 'building'`);
}

/** The number of the subscription's next file; others wait for it until the caller's transaction ends. */
export function takeBuildNumber(tx: Queryable, subscriptionId: Id<'bulkSubscription'>): Promise<number | null> {
  return firstValue(tx<{ builds: number }[]>`
    UPDATE bulk_subscriptions SET builds = builds + 1 WHERE id = ${subscriptionId} RETURNING builds`);
}

export async function insertBulkFile(
  tx: Queryable,
  row: BulkIdentity & { id: string; build: number; now: Date },
): Promise<void> {
  await tx`
    INSERT INTO bulk_files (id, subscription_id, key_id, mode, format, since, scope, build, requested_at)
    VALUES (${row.id}, ${row.subscriptionId}, ${row.keyId}, ${row.mode}, ${row.format}, ${row.since}, ${row.scope},
            ${row.build}, ${row.now})`;
}

/** @returns false when the file is finished, given up or deleted. */
export function finishBulkFile(sql: Queryable, id: string, built: BuiltFile, now: Date): Promise<boolean> {
  return isOneRow(sql`
    UPDATE bulk_files SET state = 'ready', finished_at = ${now}, scope = ${built.scope},
      snapshot_at = ${built.snapshotAt}, path = ${built.path}, bytes = ${built.bytes}, etag = ${built.etag},
      events = ${built.events}, withdrawn = ${built.withdrawn}, truncated = ${built.truncated},
      changed_until = ${built.changedUntil}
     WHERE id = ${id} AND state = 'building'`);
}

export async function failBulkFile(sql: Queryable, id: string, error: string, now: Date): Promise<void> {
  await sql`
    UPDATE bulk_files SET state = 'failed', finished_at = ${now}, error = ${error}
     WHERE id = ${id} AND state = 'building'`;
}

/** Gives up builds that cannot be running any more. */
export function failStaleBuilds(sql: Queryable, before: Date, now: Date): Promise<number> {
  return countRows(sql`
    UPDATE bulk_files SET state = 'failed', finished_at = ${now}, error = 'lost'
     WHERE state = 'building' AND requested_at < ${before}`);
}

export async function markSent(sql: Queryable, id: string, now: Date): Promise<void> {
  await sql`UPDATE bulk_files SET first_sent_at = ${now} WHERE id = ${id} AND first_sent_at IS NULL`;
}

/** Files that ended before, the oldest first. */
export function listOldFiles(
  sql: Queryable,
  before: Date,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<{ id: string; path: string | null }[]> {
  return sql<{ id: string; path: string | null }[]>`
    SELECT id, path FROM bulk_files
     WHERE requested_at < ${before} AND state <> 'building' AND finished_at < ${before}
       AND id <> ALL (${except as string[]}::text[])
     ORDER BY requested_at LIMIT ${limit}`;
}

export async function deleteBulkFiles(sql: Queryable, ids: readonly string[]): Promise<void> {
  await sql`DELETE FROM bulk_files WHERE id = ANY (${ids as string[]})`;
}

export async function deleteBulkFileAt(sql: Queryable, path: string): Promise<void> {
  await sql`DELETE FROM bulk_files WHERE path = ${path}`;
}

export interface LastFileRow extends Pick<BulkFileRow, 'subscriptionId' | 'format' | 'state'> {
  changesOnly: boolean;
  requestedAt: Date;
  finishedAt: Date | null;
  bytes: number | null;
  events: number | null;
  truncated: boolean | null;
}

/** The newest file of each of a company's subscriptions. */
export async function listLastFiles(sql: Queryable, companyId: Id<'company'>, mode: Mode): Promise<LastFileRow[]> {
  return sql<LastFileRow[]>`
    SELECT DISTINCT ON (f.subscription_id) f.subscription_id, f.format, f.state, f.since IS NOT NULL AS changes_only,
           f.requested_at, f.finished_at, f.bytes::int, f.events, f.truncated
      FROM bulk_files f JOIN bulk_subscriptions s ON s.id = f.subscription_id
     WHERE s.company_id = ${companyId} AND f.mode = ${mode}
     ORDER BY f.subscription_id, f.build DESC`;
}
