import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../core/problems.js';
import type { Context } from '../platform/context/context.js';
import { findBulkFile, isReady, type ReadyFile } from './sql/bulk-files.js';

const LOOK_AGAIN_MS = 150;

/** How long a client may wait for a file; the build goes on after that. */
export const PATIENCE_MS = 20_000;

export function fileBusy(detail: string, seconds: number): ProblemError {
  return new ProblemError('busy', { detail, headers: { 'Retry-After': String(seconds) } });
}

/**
 * Waits until the file is there.
 *
 * @param options.signal of a client that has gone away.
 * @throws {ProblemError} `busy` when it takes longer than the client may wait, or there will be none.
 */
export async function waitForFile(
  ctx: Context,
  id: string,
  options: { patienceMs?: number; signal?: AbortSignal },
): Promise<ReadyFile> {
  const limit = performance.now() + (options.patienceMs ?? PATIENCE_MS);
  for (;;) {
    const file = await findBulkFile(ctx.sql, id);
    // Before anything else: a file for nobody must not start the clock of its subscription.
    if (options.signal?.aborted) throw fileBusy('The caller has gone away.', 1);
    if (!file || file.state === 'failed') throw fileBusy('The file could not be made; ask for it again.', 2);
    if (isReady(file)) return file;
    if (performance.now() > limit) {
      throw fileBusy('The file is being made; ask for it again.', 5);
    }
    await pause(LOOK_AGAIN_MS);
  }
}
