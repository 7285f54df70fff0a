import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLocations } from '../../src/listings/counts.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, LIVE_VIEWER, page, walk } from '../support/data/listings.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const IN_GERMANY = { country: 'DE', lat: 50.94, lng: 6.96 };

async function namesOf(filters: Parameters<typeof page>[1]): Promise<string[]> {
  const { events } = await page(ctx, filters);
  return events.map(({ name }) => name).sort();
}

async function locations(): Promise<unknown[]> {
  return JSON.parse((await listLocations(ctx, LIVE_VIEWER, { limit: 10 })).toString()).locations;
}

test.each([
  ['Beyoncé', 'beyonce'],
  ['beyonce', 'BEYONCÉ'],
  ['Ørsted Quartet', 'orsted'],
  ['Die Ärzte', 'arzte'],
  ['Mötley Crüe', 'motley crue'],
  ['Straßenjungs', 'strassen'],
  ['Sigur Ro\u0301s', 'sigur rós'],
  ['ＢＡＢＹＭＥＴＡＬ', 'babymetal'],
  ['Łąki Łan', 'laki lan'],
  ['Sigrún Æðardóttir', 'aedar'],
  ['Guns N’ Roses', "guns n' roses"],
  ['Đorđe', 'dorde'],
  ['IŞIN', 'ışın'],
  ['Ёлка', 'елка'],
])('a performer %j is found by %j', async (performer, artist) => {
  await addEvents(ctx, [
    { name: 'Found', performers: ['Support', performer] },
    { name: 'Other', performers: ['Somebody'] },
  ]);
  expect(await namesOf({ artist })).toEqual(['Found']);
  expect(await namesOf({ artist, changed_since: '1970-01-01T00:00:00.000000Z' })).toEqual(['Found']);
});

test('an artist of invisible characters alone finds nothing', async () => {
  await addEvents(ctx, [{ performers: ['Somebody'] }]);
  expect(await namesOf({ artist: '\u200b' })).toEqual([]);
});

test('all names of a city find its events, each as its organizer wrote it, and count as one city', async () => {
  const spellings = ['Köln', 'Cologne', 'KOELN', 'Ko\u0308ln'];
  await addEvents(ctx, [
    ...spellings.map((city) => ({ name: city, city, ...IN_GERMANY })),
    { name: 'Bonn', city: 'Bonn', ...IN_GERMANY },
  ]);
  for (const city of [...spellings, 'koln', 'Keulen', 'ｋöｌｎ', 'Cologne, Germany']) {
    expect(await namesOf({ city })).toEqual([...spellings].sort());
    expect(await namesOf({ city, country: 'DE' })).toHaveLength(4);
    expect(await namesOf({ city, country: 'FR' })).toEqual([]);
  }
  expect(await locations()).toEqual([
    { city: 'Köln', country: 'DE', events: 4 },
    { city: 'Bonn', country: 'DE', events: 1 },
  ]);
});

describe('the migration of stored keys', () => {
  const MIGRATION = 'src/platform/database/migrations/0131_listings_folded_names.sql';

  /** Stores keys as the version before made them: the case folded, accents kept. */
  async function age() {
    const { sql } = ctx;
    await sql`UPDATE event_listings SET city_key = lower(event_listings.city), artists = (SELECT string_agg(lower(n), E'\n') FROM unnest(e.performers) n)
              FROM events e WHERE e.id = event_id`;
    await sql`UPDATE listing_performers lp SET city_key = l.city_key FROM event_listings l WHERE l.event_id = lp.event_id`;
    await sql`DELETE FROM listing_performers`;
    await sql`DELETE FROM performers`;
    await sql`INSERT INTO performers (name_key, upcoming_events) SELECT lower(n), count(*) FROM events, unnest(performers) n GROUP BY 1`;
    await sql`INSERT INTO listing_performers (performer_id, event_id, test, upcoming, sort_at, date, country, city_key, category, lat, lng, earns, updated_at)
              SELECT p.id, l.event_id, l.test, l.upcoming, l.sort_at, l.date, l.country, l.city_key, l.category, l.lat, l.lng, l.earns, l.updated_at
              FROM event_listings l JOIN events e ON e.id = l.event_id, unnest(e.performers) n JOIN performers p ON p.name_key = lower(n)`;
    await sql`DELETE FROM listing_city_counts`;
    await sql`INSERT INTO listing_city_counts (test, country, city_key, city, events, paying_events)
              SELECT test, country, city_key, min(city), count(*), count(*) FROM event_listings GROUP BY 1, 2, 3`;
  }

  test('gives old listings the keys of new ones', async () => {
    await addEvents(ctx, [
      { name: 'one', city: 'Łódź', country: 'PL', performers: ['Beyoncé', 'Die Ärzte'] },
      { name: 'two', city: 'Lodz', country: 'PL', performers: ['Beyonce'] },
      { name: 'three', city: 'St. Nowhere', country: 'CH', performers: ['Beyoncé', 'beyonce'] },
    ]);
    const state = async () => ({
      listings: await ctx.sql`SELECT event_id, city_key, artists FROM event_listings ORDER BY event_id`,
      links:
        await ctx.sql`SELECT event_id, name_key, city_key, upcoming_events FROM listing_performers JOIN performers ON id = performer_id
                           ORDER BY event_id, name_key`,
      cities: (await locations()).length,
    });
    const before = await state();
    await age();
    expect(await namesOf({ city: 'lodz' })).toEqual(['two']);
    await ctx.sql.begin((tx) => tx.unsafe(readFileSync(join(projectRoot(), MIGRATION), 'utf8')));
    expect(await state()).toEqual(before);
    expect((await walk(ctx, { artist: 'beyonce' })).map(({ name }) => name).sort()).toEqual(['one', 'three', 'two']);
    expect(await namesOf({ city: 'lodz' })).toEqual(['one', 'two']);
  });
});
