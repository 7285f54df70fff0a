import type { Context } from '../platform/context/context.js';
import { inBatches } from '../platform/context/in-batches.js';
import { forgetAttempts } from '../platform/limits/sql.js';
import { BROWSER_MS, IDLE_MS, LONGEST_MS } from './rules/session-life.js';
import { forgetRows } from './sql/sign-in.js';

const BATCH = 1_000;

/** Forgets links, sessions, counts of attempts and browsers that are over. */
export async function forgetSignIns(ctx: Context, onProgress?: () => void): Promise<{ forgotten: number }> {
  const now = ctx.clock.now().getTime();
  const before = {
    links: new Date(now),
    sessionsSeen: new Date(now - IDLE_MS),
    sessionsMade: new Date(now - LONGEST_MS),
    browsers: new Date(now - BROWSER_MS),
  };
  const rows = await inBatches(BATCH, (limit) => forgetRows(ctx.sql, before, limit), onProgress);
  const counts = await inBatches(BATCH, (limit) => forgetAttempts(ctx.sql, before.links, limit), onProgress);
  return { forgotten: rows + counts };
}
