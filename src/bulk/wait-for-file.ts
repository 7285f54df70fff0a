import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findBulkFile, isReady, type ReadyFile } from './sql/bulk-files.js';

const LOOK_AGAIN_MS = 150;

/** How long a client may wait for a file; the build goes on after that. */
export const MAX_WAIT_MS = 20_000;

export function fileBusy(detail: string, seconds: number): ProblemError {
  return new ProblemError('busy', { detail, headers: { 'Retry-After': String(seconds) } });
}

/**
 * Waits until the file is there.
 *
 * @param options.signal aborted when the client disconnects.
 * @throws {ProblemError} `busy` when it takes longer than the client may wait, or the build failed.
 */
export async function waitForFile(
  ctx: Context,
  id: string,
  options: { maxWaitMs?: number; signal?: AbortSignal },
): Promise<ReadyFile> {
  const limit = performance.now() + (options.maxWaitMs ?? MAX_WAIT_MS);
  for (;;) {
    const file = await findBulkFile(ctx.sql, id);
    // First of all: a file that is not sent must not start the 15 minutes of its subscription.
    if (options.signal?.aborted) throw fileBusy('The client closed the connection.', 1);
    if (!file || file.state === 'failed') throw fileBusy('We could not build the file; request it again.', 2);
    if (isReady(file)) return file;
    if (performance.now() > limit) {
      throw fileBusy('We are still building the file; request it again.', 5);
    }
    await pause(LOOK_AGAIN_MS);
  }
}
