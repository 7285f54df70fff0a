import type { Context } from '../../src/platform/context/context.js';
import { MigrationMismatch, migrate } from '../../src/platform/database/migrate.js';

const WEEK = 7 * 86_400_000;

/**
 * Whether a kept catalogue can be measured again: its schema is this code's, or was brought up to it, and its events
 * still lie ahead. An empty database can.
 *
 * @param options.folder where it is kept, for the error.
 * @throws {Error} when that cannot be told (the migrations are missing, or one fails): the catalogue took minutes to make
 *   and stays as it is.
 */
export async function isUsable(ctx: Context, options: { folder: string; migrations?: string }): Promise<boolean> {
  try {
    const { applied } = await migrate(ctx.sql, options.migrations);
    if (applied.length > 0) await settle(ctx);
  } catch (error) {
    if (error instanceof MigrationMismatch) return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The catalogue in ${options.folder} could not be brought up to this code's schema: ${reason}`, {
      cause: error,
    });
  }
  const [row] = await ctx.sql<{ first: Date | null }[]>`
    SELECT min(sort_at) AS first FROM event_listings WHERE upcoming AND NOT test`;
  return !row?.first || row.first.getTime() > ctx.clock.now().getTime() - WEEK;
}

/** What autovacuum does within minutes. */
export async function settle(ctx: Context): Promise<void> {
  await ctx.sql`VACUUM (ANALYZE)`;
  await ctx.sql`CHECKPOINT`;
}
