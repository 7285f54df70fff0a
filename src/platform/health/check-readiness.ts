import { ProblemError } from '../../core/problems.js';
import type { Context } from '../context/context.js';
import { lastMigration } from './sql.js';

const DEADLINE_MS = 2_000;

/**
 * Whether this process can answer calls: its database is there, migrated and prompt.
 *
 * @throws {ProblemError} `busy` when it is not.
 */
export async function checkReadiness(ctx: Context): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DEADLINE_MS);
  });
  const migration = await Promise.race([lastMigration(ctx.sql).catch(() => undefined), deadline]);
  clearTimeout(timer);
  if (migration === undefined) {
    throw new ProblemError('busy', { detail: 'The database does not respond.', headers: { 'Retry-After': '5' } });
  }
}
