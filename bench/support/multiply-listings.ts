import type { Sql } from '../../src/platform/database/database.js';

/** Makes each listing into `times`, the copies a little later each, with their performers; counters are left as they are. */
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
