import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { IDLE_MS, LONGEST_MS } from './rules/session-life.js';
import { forgetRows } from './sql/sign-in.js';

const BATCH = 1_000;
/** No window of attempts is longer. */
const LONGEST_WINDOW_MS = 3_600_000;

/** Forgets links, sessions and counts of attempts that are over. */
export async function forgetSignIns(ctx: Context, onProgress?: () => void): Promise<{ forgotten: number }> {
  const now = ctx.clock.now().getTime();
  const before = {
    links: new Date(now),
    sessionsSeen: new Date(now - IDLE_MS),
    sessionsMade: new Date(now - LONGEST_MS),
    attempts: new Date(now - LONGEST_WINDOW_MS),
  };
  return { forgotten: await inBatches(BATCH, (limit) => forgetRows(ctx.sql, before, limit), onProgress) };
}
