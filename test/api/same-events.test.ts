import { type CreatedKey, createKey } from '../../src/access/create-key.js';
import type { Offer } from '../../src/catalogue/offer-wire.js';
import { seedDemo } from '../../src/cli/demo/seed-demo.js';
import { createCompany } from '../../src/companies/create-company.js';
import type { Event } from '../../src/core/wire/event.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../support/api.js';
import { FEED_IDS } from '../support/data/feed-ids.js';

let api: TestApi;
const keys: Record<string, CreatedKey> = {};

beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
  Object.assign(keys, api.keys);
  keys.server = await api.newKey({ kind: 'server', capabilities: ['CARD_LINKED_OFFERS'] });
  const narrow = await createCompany(api.ctx, {
    name: 'Narrow',
    agreement: { countries: ['DE', 'FR', 'GB', 'US'], categories: null, payingOnly: true },
  });
  keys.narrowed = await createKey(api.ctx, {
    companyId: narrow.id,
    kind: 'server',
    capabilities: ['CARD_LINKED_OFFERS'],
    rateLimit: 100_000,
  });
  await api.ctx
    .sql`UPDATE api_keys SET rate_limit = 100000, site_rate_limit = CASE kind WHEN 'website' THEN 100000 END`;
});
afterAll(() => api.close());

async function get(path: string, kind: string) {
  const key = keys[kind];
  if (!key) throw new Error(`no key ${kind}`);
  const answer = await api.app.inject({ method: 'GET', url: `/v1/${path}`, headers: bearer(key, { origin: WEBSITE }) });
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
  return answer;
}

/** A separate catalogue makes the values of filters: the busiest city, country and categories of the key's events. */
async function values(kind: string): Promise<{ city: string; country: string; categories: string[] }> {
  const { locations } = (await get('locations?limit=1', kind)).json();
  const { categories } = (await get('categories', kind)).json();
  return { ...locations[0], categories: categories.map((category: { id: string }) => category.id) };
}

async function feedFilters(kind: string): Promise<string[]> {
  const { city, country, categories } = await values(kind);
  const [first, second] = categories.map(encodeURIComponent);
  const place = encodeURIComponent(city);
  return [
    'limit=100',
    'limit=1',
    '',
    `country=${country}&limit=100`,
    `country=${country.toLowerCase()}&category=${first}&limit=100`,
    `city=${place}&limit=100`,
    `city=${place.toUpperCase()}&country=${country}&limit=50`,
    `category=${first}&limit=100`,
    `category=${second}&limit=33`,
    'category=no-such-category',
  ];
}

test.each(['test', 'website', 'server', 'narrowed'])(
  'every feed holds the events of /events, in their order: %s key',
  async (kind) => {
    let seen = 0;
    for (const filter of await feedFilters(kind)) {
      const { events } = (await get(`events?${filter}`, kind)).json();
      const ids = events.map((event: Event) => event.id);
      seen += ids.length;
      for (const [file, read] of Object.entries(FEED_IDS)) {
        expect([file, filter, read((await get(`feeds/${file}?${filter}`, kind)).body)]).toEqual([file, filter, ids]);
      }
    }
    expect(seen).toBeGreaterThan(20);
  },
);

test.each(['test', 'server', 'narrowed'])('the offers are the events that pay: %s key', async (kind) => {
  const { city, country, categories } = await values(kind);
  const filters = [
    'limit=100',
    `country=${country}`,
    `city=${encodeURIComponent(city)}`,
    `category=${encodeURIComponent(categories[0] ?? '')}&limit=100`,
    'from=2027-01-01&limit=100',
    'from=2026-12-01&to=2027-03-31&limit=100',
    'minimum_earnings=5&limit=100',
    `near=${encodeURIComponent(city)},${country}&limit=100`,
    'changed_since=2020-01-01T00:00:00Z&limit=100',
    `country=${country}&minimum_earnings=1`,
  ];
  for (const filter of filters) {
    const { offers, next } = (await get(`offers?${filter}`, kind)).json();
    const listed = (await get(`events?${filter}&commissioned=true`, kind)).json();
    const paying = listed.events.filter((event: Event) => event.earn.eligible);
    expect([filter, offers.map((offer: Offer) => offer.event_id)]).toEqual([
      filter,
      paying.map((event: Event) => event.id),
    ]);
    expect(next === null).toBe(listed.next === null);
  }
});
