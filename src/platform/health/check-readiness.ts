import { setTimeout as pause } from 'node:timers/promises';
import { ProblemError } from '../../core/problems.js';
import type { Context } from '../context/context.js';
import { findMissingMigrations } from '../database/migrate.js';
import { clockObstacle } from './clock-skew.js';

const DEADLINE_MS = 2_000;
const LOOK_AGAIN_MS = 1_000;
/** How many missing migrations are named. */
const NAMED = 5;

/**
 * Whether this process can do its work: its database responds and has this version's migrations, and its clock agrees
 * with the database's.
 *
 * @throws {ProblemError} `busy`, which names the obstacle.
 */
export async function checkReadiness(ctx: Context): Promise<void> {
  const obstacle = await findObstacle(ctx);
  if (obstacle) throw new ProblemError('busy', { detail: obstacle, headers: { 'Retry-After': '5' } });
}

/** Waits until this process can do its work, and logs the obstacle. */
export async function untilReady(ctx: Context): Promise<void> {
  for (;;) {
    const obstacle = await findObstacle(ctx);
    if (!obstacle) return;
    ctx.foldedLog.log('warn', `not ready: ${obstacle}`, {}, `not ready, waiting: ${obstacle}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** One sentence for operators; null when nothing is in the way. */
async function findObstacle(ctx: Context): Promise<string | null> {
  const missing = await Promise.race([
    findMissingMigrations(ctx.sql).catch(() => undefined),
    pause(DEADLINE_MS, undefined, { ref: false }),
  ]);
  if (missing === undefined) return 'The database does not respond.';
  if (missing.length > 0) {
    const more = missing.length - NAMED;
    const names = missing.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
    return `The database lacks migrations of this version: ${names}. Run \`partner-events migrate\`.`;
  }
  return clockObstacle(ctx.clock);
}
