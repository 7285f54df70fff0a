import { flags } from '../../platform/database/arrays.js';
import type { Transaction } from '../../platform/database/database.js';

/** By how much the counters of one country, city and category move. */
export interface CountChange {
  test: boolean;
  /** '' for none. */
  country: string;
  cityKey: string;
  city: string;
  category: string;
  events: number;
  payingEvents: number;
}

/** Moves the counters at each grain; a counter that reaches nothing goes. */
export async function applyCountChanges(tx: Transaction, changes: readonly CountChange[]): Promise<void> {
  const byCategory = gather(
    changes.filter((change) => change.category !== ''),
    (c) => [c.test, c.country, c.category],
  );
  const byCity = gather(
    changes.filter((change) => change.cityKey !== ''),
    (c) => [c.test, c.country, c.cityKey],
  );
  const byBoth = gather(
    changes.filter((change) => change.cityKey !== '' && change.category !== ''),
    (c) => [c.test, c.country, c.cityKey, c.category],
  );
  await moveCategories(tx, byCategory);
  await moveCities(tx, byCity);
  await moveCityCategories(tx, byBoth);
}

function gather(changes: readonly CountChange[], keyOf: (change: CountChange) => unknown[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of changes) {
    const key = JSON.stringify(keyOf(change));
    const sum = sums.get(key);
    if (!sum) sums.set(key, { ...change });
    else {
      sum.events += change.events;
      sum.payingEvents += change.payingEvents;
    }
  }
  return [...sums.values()].filter((sum) => sum.events !== 0 || sum.payingEvents !== 0);
}

// A row is made at nothing and then moved: an upsert would check the negative amount it proposes before it finds the row.

async function moveCategories(tx: Transaction, rows: readonly CountChange[]): Promise<void> {
  if (rows.length === 0) return;
  const moved = tx`unnest(
    ${flags(rows.map((row) => row.test))}::text[]::boolean[], ${rows.map((row) => row.country)}::text[],
    ${rows.map((row) => row.category)}::text[], ${rows.map((row) => row.events)}::int[],
    ${rows.map((row) => row.payingEvents)}::int[]) AS t (test, country, category, events, paying_events)`;
  await tx`
    INSERT INTO listing_category_counts (test, country, category, events, paying_events)
    SELECT test, country, category, 0, 0 FROM ${moved} WHERE events > 0 ON CONFLICT DO NOTHING`;
  await tx`
    UPDATE listing_category_counts c SET events = c.events + t.events, paying_events = c.paying_events + t.paying_events
    FROM ${moved} WHERE (c.test, c.country, c.category) = (t.test, t.country, t.category)`;
  await tx`DELETE FROM listing_category_counts WHERE events = 0`;
}

async function moveCities(tx: Transaction, rows: readonly CountChange[]): Promise<void> {
  if (rows.length === 0) return;
  const moved = tx`unnest(
    ${flags(rows.map((row) => row.test))}::text[]::boolean[], ${rows.map((row) => row.country)}::text[],
    ${rows.map((row) => row.cityKey)}::text[], ${rows.map((row) => row.city)}::text[],
    ${rows.map((row) => row.events)}::int[], ${rows.map((row) => row.payingEvents)}::int[]
    ) AS t (test, country, city_key, city, events, paying_events)`;
  await tx`
    INSERT INTO listing_city_counts (test, country, city_key, city, events, paying_events)
    SELECT test, country, city_key, city, 0, 0 FROM ${moved} WHERE events > 0 ON CONFLICT DO NOTHING`;
  await tx`
    UPDATE listing_city_counts c SET events = c.events + t.events, paying_events = c.paying_events + t.paying_events
    FROM ${moved} WHERE (c.test, c.country, c.city_key) = (t.test, t.country, t.city_key)`;
  await tx`
    DELETE FROM listing_city_counts c USING ${moved}
    WHERE (c.test, c.country, c.city_key) = (t.test, t.country, t.city_key) AND c.events = 0`;
}

async function moveCityCategories(tx: Transaction, rows: readonly CountChange[]): Promise<void> {
  if (rows.length === 0) return;
  const moved = tx`unnest(
    ${flags(rows.map((row) => row.test))}::text[]::boolean[], ${rows.map((row) => row.country)}::text[],
    ${rows.map((row) => row.cityKey)}::text[], ${rows.map((row) => row.category)}::text[],
    ${rows.map((row) => row.events)}::int[], ${rows.map((row) => row.payingEvents)}::int[]
    ) AS t (test, country, city_key, category, events, paying_events)`;
  await tx`
    INSERT INTO listing_city_category_counts (test, country, city_key, category, events, paying_events)
    SELECT test, country, city_key, category, 0, 0 FROM ${moved} WHERE events > 0 ON CONFLICT DO NOTHING`;
  await tx`
    UPDATE listing_city_category_counts c
    SET events = c.events + t.events, paying_events = c.paying_events + t.paying_events
    FROM ${moved} WHERE (c.test, c.country, c.city_key, c.category) = (t.test, t.country, t.city_key, t.category)`;
  await tx`
    DELETE FROM listing_city_category_counts c USING ${moved}
    WHERE (c.test, c.country, c.city_key, c.category) = (t.test, t.country, t.city_key, t.category) AND c.events = 0`;
}
