import type { Context } from '../../src/platform/context/context.js';
import type { Sql } from '../../src/platform/database/database.js';
import { MigrationMismatch, migrate } from '../../src/platform/database/migrate.js';

const WEEK = 7 * 86_400_000;

/**
 * Whether a kept catalogue can be measured again: its schema is this code's, or was brought up to it, and its events
 * still lie ahead. An empty database can.
 *
 * @param options.folder where it is kept, for the error.
 * @throws {Error} when that is not known (the migrations are missing, or one fails): the catalogue took minutes to make
 * and is not changed.
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

/** Makes each listing into `times`, the copies a little later each, with their performers; counters are not changed. */
export async function multiplyListings(sql: Sql, times: number): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = 'event_listings'::regclass AND attnum > 0 AND NOT attisdropped`;
  const links = await sql<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute WHERE attrelid = 'listing_performers'::regclass AND attnum > 0 AND NOT attisdropped`;
  const copied = (names: readonly { name: string }[], copy: number) =>
    names
      .map(({ name }) => {
        if (name === 'event_id') return `event_id || '_${copy}'`;
        if (name === 'sort_at') return `sort_at + interval '${copy * 7} minutes'`;
        return name === 'updated_at' ? `updated_at + interval '${copy} milliseconds'` : name;
      })
      .join(', ');
  for (let copy = 1; copy < times; copy += 1) {
    const source = `WHERE NOT test AND event_id !~ '_[0-9]+$'`;
    await sql.unsafe(`INSERT INTO event_listings SELECT ${copied(columns, copy)} FROM event_listings ${source}`);
    await sql.unsafe(`INSERT INTO listing_performers SELECT ${copied(links, copy)} FROM listing_performers ${source}`);
    console.log(`  ${copy + 1} of ${times}`);
  }
  await sql`UPDATE performers SET upcoming_events = upcoming_events * ${times}`;
  await sql`UPDATE listing_stamp SET last_stamp = greatest(last_stamp, (SELECT max(updated_at) FROM event_listings))`;
}
