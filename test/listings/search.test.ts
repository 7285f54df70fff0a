import { searchedWords, wordBits, wordsOf } from '../../src/listings/rules/search-words.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents, LIVE_VIEWER, page, type TruthFields, walk } from '../support/data/listings.js';

const DAY = 86_400_000;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test.each([
  ['Beyoncé', 'beyonce'],
  ['Ørsted & the Straßenjungs', 'strassen'],
  ['AC/DC', 'ac dc'],
  ["Guns N' Roses", 'GUNS n’ ro'],
  ['ＢＡＢＹＭＥＴＡＬ', 'babym'],
  ['東京スカパラダイスオーケストラ', 'スカパラ'],
  ['東京スカパラ', '東'],
  ['東京スカパラ', 'ラ'],
  ['เทศกาลดนตรี', 'ดนตรี'],
  ['Кино в Роще', 'рощ'],
])('%j has every word of %j', (text, q) => {
  const words = wordsOf([text]);
  for (const { word, begins } of searchedWords(q)) {
    expect(words.some((one) => (begins ? one.startsWith(word) : one === word))).toBe(true);
  }
  const bits = wordBits(searchedWords(q));
  expect(wordBits(words.map((word) => ({ word, begins: false }))) & bits).toBe(bits);
});

test('a search and its canonical words find the same', () => {
  for (const q of ['Beyoncé  Lond', '東京スカ live', 'live 東', '2026年 東京']) {
    const words = searchedWords(q);
    expect(searchedWords(words.map(({ word }) => word).join(' '))).toEqual(words);
  }
});

test('every search finds, page after page, what reading all events finds', async () => {
  // Frequent, less frequent and rare words. More events than rare words may have are found by a walk.
  const now = ctx.clock.now().getTime();
  const events = Array.from({ length: 2_100 }, (_, n): Partial<TruthFields> => {
    const words = [
      'The Show',
      n % 2 ? 'velvet' : 'silk',
      n % 40 === 0 && 'jazz',
      n % 90 === 1 && 'jazzy',
      n % 700 === 3 && 'zydeco',
    ];
    return {
      name: words.filter(Boolean).join(' '),
      starts_at: new Date(now + DAY + ((n * 7919) % 2_100) * (DAY / 12)),
      city: ['Köln', 'Helsinki', 'Tokyo'][n % 3] as string,
      country: ['DE', 'FI', 'JP'][n % 3] as string,
      category: n % 5 ? 'music' : 'film',
      performers: n % 100 === 9 ? ['Björk'] : [],
      reward_kind: n % 4 ? null : 'flat',
      reward_amount_minor: n % 4 ? null : 200,
      lat: [50.94, 60.17, 35.68][n % 3] as number,
      lng: [6.96, 24.94, 139.69][n % 3] as number,
    };
  });
  await addEvents(ctx, events);
  const all = await walk(ctx, {});
  expect(all).toHaveLength(2_100);
  const narrow = { ...LIVE_VIEWER, agreement: { ...LIVE_VIEWER.agreement, countries: ['DE', 'JP'] } };
  type Found = (typeof all)[number];
  const has = (event: Found, word: string) => event.name.toLowerCase().split(' ').includes(word);
  const cases: [Parameters<typeof walk>[1], (event: Found) => boolean, viewer?: typeof LIVE_VIEWER][] = [
    [{ q: 'show' }, () => true],
    [{ q: 'the velv' }, (event) => has(event, 'velvet')],
    [{ q: 'jazz' }, (event) => has(event, 'jazz') || has(event, 'jazzy')],
    [{ q: 'jazz show' }, (event) => has(event, 'jazz')],
    [{ q: 'ZYDECO' }, (event) => has(event, 'zydeco')],
    [{ q: 'silk zydeco' }, (event) => has(event, 'silk') && has(event, 'zydeco')],
    [{ q: 'cologne jazzy' }, (event) => event.location.city === 'Köln' && has(event, 'jazzy')],
    [{ q: 'jazz koeln' }, (event) => event.location.city === 'Köln' && has(event, 'jazz')],
    [{ q: 'bjor' }, (event) => event.performers.length > 0],
    [{ q: 'nobody' }, () => false],
    [{ q: 'xx' }, () => false],
    [{ q: '!?' }, () => false],
    [{ q: 'jazz', city: 'Tokyo', category: 'film' }, (event) => has(event, 'jazz') && event.location.city === 'Tokyo'],
    [{ q: 'jazzy', near: 'Cologne,DE' }, (event) => has(event, 'jazzy') && event.location.city === 'Köln'],
    [{ q: 'jazz show', commissioned: true }, (event) => has(event, 'jazz') && event.earn.eligible],
    [{ q: 'jazzy', artist: 'bjork' }, () => false],
    [{ q: 'show', artist: 'bjork' }, (event) => event.performers.length > 0],
    [{ q: 'show', near: 'Cologne,DE', radius: 500 }, (event) => event.location.city === 'Köln'],
    [{ q: 'zydeco', from: '2026-12-20' }, (event) => has(event, 'zydeco') && event.date >= '2026-12-20'],
    [{ q: 'jazzy' }, (event) => has(event, 'jazzy') && event.location.country !== 'FI', narrow],
  ];
  const check = async () => {
    for (const [filters, matches, viewer] of cases) {
      const found = await walk(ctx, filters, { viewer, limits: [30, 100, 70] });
      const expected = all.filter(matches).filter((event) => !filters?.category || event.category === filters.category);
      expect([filters, found.map(({ id }) => id)]).toEqual([filters, expected.map(({ id }) => id)]);
    }
  };
  await check();
  await ctx.sql`ANALYZE event_listings`;
  ctx.memory.statistics.readAt = Number.NEGATIVE_INFINITY;
  await check();
  expect(ctx.memory.statistics.words.get('velvet')).toBeCloseTo(0.5);
});

test('a test key finds samples alone', async () => {
  const { events } = await page(ctx, { q: 'velvet' }, { viewer: { ...LIVE_VIEWER, mode: 'test' } });
  expect(events).toEqual([]);
  await addEvents(ctx, [{ id: 'evt_test_search', test: true, name: 'TEST EVENT Velvet' }]);
  const again = await page(ctx, { q: 'test velv' }, { viewer: { ...LIVE_VIEWER, mode: 'test' } });
  expect(again.events.map(({ id }) => id)).toEqual(['evt_test_search']);
});
