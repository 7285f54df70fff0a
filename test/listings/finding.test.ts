import { listLocations } from '../../src/listings/counts.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, LIVE_VIEWER, page } from '../support/data/listings.js';

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
