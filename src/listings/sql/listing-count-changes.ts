import type { Transaction } from '../../platform/database/database.js';
import { fragment, fragmentOf } from '../../platform/database/fragment.js';

/** By how much the counters of one country, city and category move, by the names of their columns. */
export interface CountChange {
  test: boolean;
  /** '' for none. */
  country: string;
  city_key: string;
  city: string;
  category: string;
  events: number;
  paying_events: number;
}

/** The tables of counters: their keys besides `test` and `country`, and what they keep with a key. */
const COUNTERS: { table: string; key: ('city_key' | 'category')[]; kept?: 'city' }[] = [
  { table: 'listing_category_counts', key: ['category'] },
  { table: 'listing_city_counts', key: ['city_key'], kept: 'city' },
  { table: 'listing_city_category_counts', key: ['city_key', 'category'] },
];

/** Moves the counters at each grain; a counter that reaches nothing goes. */
export async function applyCountChanges(tx: Transaction, changes: readonly CountChange[]): Promise<void> {
  for (const { table: name, key, kept } of COUNTERS) {
    const keyed = changes.filter((change) => key.every((column) => change[column] !== ''));
    const rows = gather(keyed, (change) => [change.test, change.country, ...key.map((column) => change[column])]);
    if (rows.length === 0) continue;
    const table = fragmentOf(name);
    const columns = fragmentOf(['test', 'country', ...key, ...(kept ? [kept] : [])].join(', '));
    const keyOf = (alias: string) => ['test', 'country', ...key].map((column) => `${alias}.${column}`).join(', ');
    const same = fragment`(${keyOf('c')}) = (${keyOf('t')})`;
    const moved = tx`jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      AS t (test boolean, country text, city_key text, city text, category text, events int, paying_events int)`;
    // A row is made at nothing and then moved: an upsert would check the negative amount it proposes before it finds the row.
    await tx`
      INSERT INTO ${table} (${columns}, events, paying_events)
      SELECT ${columns}, 0, 0 FROM ${moved} WHERE events > 0 ON CONFLICT DO NOTHING`;
    await tx`
      UPDATE ${table} c SET events = c.events + t.events, paying_events = c.paying_events + t.paying_events
      FROM ${moved} WHERE ${same}`;
    await tx`DELETE FROM ${table} c USING ${moved} WHERE ${same} AND c.events = 0`;
  }
}

function gather(changes: readonly CountChange[], keyOf: (change: CountChange) => unknown[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of changes) {
    const key = JSON.stringify(keyOf(change));
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...change });
    else {
      sum.events += change.events;
      sum.paying_events += change.paying_events;
    }
  }
  return [...sums.values()].filter((sum) => sum.events !== 0 || sum.paying_events !== 0);
}
