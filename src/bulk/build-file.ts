import { createHash, randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import { findKeyRef } from '../access/sql/api-keys.js';
import { findAgreement } from '../companies/sql/agreements.js';
import type { Id } from '../core/ids.js';
import { UNLIMITED_AGREEMENT } from '../core/viewer.js';
import { fillingFor } from '../listings/documents.js';
import { lastStamp } from '../listings/sql/listings.js';
import { listWithdrawals, type WithdrawalRow } from '../listings/sql/withdrawals.js';
import { ConfigError } from '../platform/config/config.js';
import type { Context } from '../platform/context/context.js';
import { connectDatabase, type Sql, type Transaction } from '../platform/database/database.js';
import { sessionUrl } from '../platform/database/pooler.js';
import { type FileTotals, renderFile } from './render-file.js';
import { lastDay, narrowScope, scopeText } from './rules/bulk.js';
import { type BulkQuery, copyDocuments, listBeyond } from './sql/bulk-copy.js';
import { type BuiltFile, type BulkFileRow, findBulkFile, finishBulkFile } from './sql/bulk-files.js';
import { findSubscriptionRow } from './sql/bulk-subscriptions.js';
import type { BulkFileResult, BulkProgress } from './workflow.js';

export interface BuildInput {
  fileId: string;
  signal: AbortSignal;
  report(progress: BulkProgress): void;
}

const GONE: BulkFileResult = { state: 'gone', events: 0, bytes: 0 };
/** More than any build may take. */
const STATEMENT_TIMEOUT_MS = 20 * 60_000;
/** Level 6 takes an eighth longer and makes the files of events 3 % smaller. */
const GZIP = { level: 5, memLevel: 9 };
/** Withdrawals per statement. */
const PAGE = 5_000;

/**
 * Builds a bulk file from one snapshot of the database and stores it completely or not at all: rights, events and
 * withdrawals are read in one transaction, in constant memory. Called again, it starts over.
 *
 * @throws whatever the database or the storage throws; the reason of `signal` when it was aborted.
 */
export async function buildBulkFile(ctx: Context, { fileId, signal, report }: BuildInput): Promise<BulkFileResult> {
  const file = await findBulkFile(ctx.sql, fileId);
  if (file?.state !== 'building') return GONE;
  const path = `bulk/${file.subscriptionId}/${file.build}-${randomUUID()}.${file.format}.gz`;
  const built = await withSnapshot(ctx, signal, (tx) => writeFile(ctx, tx, { file, path, signal, report }));
  if (built && (await finishBulkFile(ctx.sql, fileId, built, ctx.clock.now()))) {
    return { state: 'ready', events: built.events, bytes: built.bytes };
  }
  await ctx.files.remove(path);
  return GONE;
}

/** A connection of its own, since only closing it ends an abandoned COPY. */
async function withSnapshot<T>(ctx: Context, signal: AbortSignal, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const url = sessionUrl(ctx.config.database);
  if (!url) throw new ConfigError('DATABASE_URL: must be set for this process');
  const sql: Sql = connectDatabase({ url, pool: 1, statementTimeoutMs: STATEMENT_TIMEOUT_MS, name: 'bulk' });
  const close = () => sql.end({ timeout: 0 });
  const failed = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
  failed.catch(() => {});
  try {
    const done = sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
      try {
        return { value: await work(tx) };
      } catch (error) {
        // A rollback would wait for the rest of the COPY.
        void close();
        throw error;
      }
    });
    done.catch(() => {});
    const { value } = await Promise.race([done, failed]);
    return value as T;
  } finally {
    await close();
  }
}

interface WriteInput extends Omit<BuildInput, 'fileId'> {
  file: BulkFileRow;
  path: string;
}

/** Returns null when the subscription or the key is gone. */
async function writeFile(ctx: Context, tx: Transaction, input: WriteInput): Promise<BuiltFile | null> {
  const { file, path, signal, report } = input;
  const subscription = await findSubscriptionRow(tx, file.subscriptionId);
  const ref = await findKeyRef(tx, file.keyId);
  if (!subscription || ref === null) return null;
  const { companyId } = subscription;
  const test = file.mode === 'test';
  const agreement = test ? UNLIMITED_AGREEMENT : await findAgreement(tx, companyId);
  const scope = narrowScope(agreement, subscription.scope);
  const snapshotAt = ctx.clock.now();
  const until = new Date(await lastStamp(tx));
  const query = { companyId, test, scope, since: file.since, lastDay: lastDay(scope, snapshotAt) };
  const most = ctx.config.mostBulkEvents;
  const totals: FileTotals = { events: 0, withdrawn: 0, truncated: false, last: null };
  const content = renderFile({
    format: file.format,
    filling: fillingFor(ctx.config.origin, ref),
    documents: copyDocuments(tx, query, most + 1),
    most,
    withdrawals: withdrawnLines(tx, query),
    totals,
  });
  const digest = createHash('sha256');
  let bytes = 0;
  const measured = async function* () {
    // A fault of either destroys the other, and ends the loop.
    for await (const piece of pipeline(content, createGzip(GZIP), () => {})) {
      digest.update(piece);
      bytes += piece.length;
      report({ events: totals.events, bytes });
      yield piece;
    }
  };
  await ctx.files.write(path, measured(), signal);
  return {
    scope: scopeText(scope),
    snapshotAt,
    path,
    bytes,
    etag: `"${digest.digest('base64url').slice(0, 27)}"`,
    events: totals.events,
    withdrawn: totals.withdrawn,
    truncated: totals.truncated,
    changedUntil: file.since !== null && totals.truncated ? beforeLast(totals, until) : until,
  };
}

/** Changes of one instant can lie on both sides of the cut, so the next file begins before it. */
function beforeLast({ last }: FileTotals, until: Date): Date {
  const [, updatedAt] = /"updated_at":"([^"]+)"/.exec(last?.toString() ?? '') ?? [];
  return updatedAt ? new Date(Date.parse(updatedAt) - 1) : until;
}

/** Events to take down, in pages: withdrawn ones, and changed ones beyond the last day. None for test keys. */
async function* withdrawnLines(
  tx: Transaction,
  query: BulkQuery & { companyId: Id<'company'> },
): AsyncGenerator<WithdrawalRow[]> {
  const { companyId, test, scope, since, lastDay } = query;
  if (since === null) return;
  if (!test) {
    for (let after = since; ; ) {
      const { rows: page } = await listWithdrawals(tx, { companyId, agreement: scope, since: after, limit: PAGE });
      if (page.length > 0) yield page;
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last.withdrawnAt;
    }
  }
  if (lastDay === null) return;
  let after: { at: string; id: string } | null = null;
  for (;;) {
    const page: WithdrawalRow[] = await listBeyond(tx, { test, scope, since, lastDay }, { after, limit: PAGE });
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = { at: last.withdrawnAt, id: last.id };
  }
}
