import { agreementOf } from '../core/coverage.js';
import { type Id, newId } from '../core/ids.js';
import { ProblemError } from '../core/problems.js';
import type { Caller } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { enqueue } from '../platform/outbox/messages.js';
import { type BulkFormat, FULL_FILE_INTERVAL_MS, narrowScope, scopeText } from './rules/bulk.js';
import {
  type BulkIdentity,
  findBuildingFile,
  findReadyFile,
  insertBulkFile,
  markSent,
  type ReadyFile,
  takeBuildNumber,
} from './sql/bulk-files.js';
import { findClock, findSubscriptionRow, startClock } from './sql/bulk-subscriptions.js';
import { fileBusy, waitForFile } from './wait-for-file.js';

export interface BulkAsk {
  subscriptionId: Id<'bulkSubscription'>;
  format: BulkFormat;
  /** `changed_since` in UTC with microseconds; null: a full file. */
  since: string | null;
  /** ETag of a file that the caller already has. */
  has(etag: string): boolean;
  /** The requested range, of the file with this ETag if one is named. */
  part: { of?: string } | null;
  /** Only the headers are requested. */
  head: boolean;
  maxWaitMs?: number;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
}

export interface BulkAnswer {
  file: ReadyFile;
  /** The caller already has it. */
  known: boolean;
  /** The requested range belongs to this file. */
  part: boolean;
  /**
   * Call this once the file can be read and before it is sent: it starts the 15 minutes of a full file.
   *
   * @throws {ProblemError} `bulk_too_soon` when another file of the subscription was sent in the meantime.
   */
  release(): Promise<void>;
}

const exemptFromClock = async () => {};

/**
 * Finds or builds the file (contract: GET /bulk/{file}). A full file is sent once in 15 minutes per subscription.
 * Ranges, headers, files the caller already has, and requests that waited for the same build are exempt.
 *
 * @throws {ProblemError} `file_not_found`, `bulk_too_soon`, `busy`.
 */
export async function getBulkFile(ctx: Context, caller: Caller, ask: BulkAsk): Promise<BulkAnswer> {
  const subscription = await findSubscriptionRow(ctx.sql, ask.subscriptionId);
  if (subscription?.companyId !== caller.companyId) throw new ProblemError('file_not_found');
  const { keyId, mode } = caller;
  const scope = scopeText(narrowScope(agreementOf(caller), subscription.scope));
  const identity = { subscriptionId: subscription.id, keyId, mode, format: ask.format, since: ask.since, scope };
  const begun = ctx.clock.now();
  const recent = new Date(begun.getTime() - FULL_FILE_INTERVAL_MS);

  if (ask.part?.of !== undefined) {
    const kept = await findReadyFile(ctx.sql, identity, { etag: ask.part.of });
    if (kept) return { file: kept, known: ask.has(kept.etag), part: true, release: exemptFromClock };
  }
  const part = ask.part !== null && ask.part.of === undefined;
  const exempt = part || ask.head;
  if (ask.since === null || part) {
    const current = await findReadyFile(ctx.sql, identity, { after: recent });
    if (current && ask.has(current.etag)) return { file: current, known: true, part: false, release: exemptFromClock };
    if (current && exempt) return { file: current, known: false, part, release: exemptFromClock };
    if (current && !current.sentBefore && (await remaining(ctx, identity)) <= 0) {
      return { file: current, known: false, part: false, release: () => claim(ctx, current, false) };
    }
  }
  if (ask.since === null) await mayBegin(ctx, identity);
  const file = await waitForFile(ctx, await requestBuild(ctx, identity), ask);
  // The agreement or the subscription changed during the build.
  if (file.scope !== scope) throw fileBusy('What the key may show has changed; request the file again.', 1);
  if (ask.has(file.etag)) return { file, known: true, part: false, release: exemptFromClock };
  const counts = ask.since === null && !exempt;
  return { file, known: false, part, release: counts ? () => claim(ctx, file, true) : exemptFromClock };
}

/** A full file can be requested after the 15 minutes, or while the same one is being built. */
async function mayBegin(ctx: Context, identity: BulkIdentity): Promise<void> {
  if ((await remaining(ctx, identity)) > 0 && !(await findBuildingFile(ctx.sql, identity))) {
    throw await tooSoon(ctx, identity);
  }
}

/**
 * Requests a file, or joins a build of the same one; returns its id. The relay starts its workflow, again if the
 * workflow of a joined build has ended without a result: it was terminated, timed out, or Temporal lost it.
 *
 * @throws {ProblemError} `file_not_found` when the subscription was removed.
 */
export async function requestBuild(ctx: Context, identity: BulkIdentity): Promise<string> {
  return ctx.sql.begin(async (tx) => {
    const build = await takeBuildNumber(tx, identity.subscriptionId);
    if (build === null) throw new ProblemError('file_not_found');
    const now = ctx.clock.now();
    const joined = await findBuildingFile(tx, identity);
    const id = joined ?? newId('bulkFile');
    if (!joined) await insertBulkFile(tx, { ...identity, id, build, now });
    await enqueue(tx, 'bulk.requested', [id], now);
    return id;
  });
}

/** Starts the subscription's 15 minutes with this file, unless they run; calls that waited for the same file pass. */
async function claim(ctx: Context, file: ReadyFile, waited: boolean): Promise<void> {
  const { subscriptionId, mode, id: fileId } = file;
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - FULL_FILE_INTERVAL_MS);
  if (await startClock(ctx.sql, { subscriptionId, mode, fileId, now, before })) {
    await markSent(ctx.sql, fileId, now);
    return;
  }
  const joined = waited && (await findClock(ctx.sql, subscriptionId, mode))?.fileId === fileId;
  if (!joined) throw await tooSoon(ctx, file);
}

async function remaining(ctx: Context, { subscriptionId, mode }: BulkIdentity): Promise<number> {
  const clock = await findClock(ctx.sql, subscriptionId, mode);
  return clock ? clock.startedAt.getTime() + FULL_FILE_INTERVAL_MS - ctx.clock.now().getTime() : 0;
}

async function tooSoon(ctx: Context, identity: BulkIdentity): Promise<ProblemError> {
  const seconds = Math.max(1, Math.ceil((await remaining(ctx, identity)) / 1000));
  return new ProblemError('bulk_too_soon', { headers: { 'Retry-After': String(seconds) } });
}
