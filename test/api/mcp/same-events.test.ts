import { type CreatedKey, createKey } from '../../../src/access/create-key.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { bearer, createTestApi, type TestApi, WEBSITE } from '../../support/api.js';
import { callTool } from '../../support/assistant.js';

let api: TestApi;
const keys: Record<string, CreatedKey> = {};

beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
  Object.assign(keys, api.keys);
  const narrow = await createCompany(api.ctx, {
    name: 'Narrow',
    agreement: { countries: ['DE', 'FR', 'GB', 'US'], categories: null, payingOnly: true },
  });
  keys.narrowed = await createKey(api.ctx, { companyId: narrow.id, kind: 'server' });
  await api.ctx
    .sql`UPDATE api_keys SET rate_limit = 100000, site_rate_limit = CASE kind WHEN 'website' THEN 100000 END`;
});
afterAll(() => api.close());

function headersOf(kind: string): Record<string, string> {
  const key = keys[kind];
  if (!key) throw new Error(`no key ${kind}`);
  return bearer(key, kind === 'website' ? { origin: WEBSITE } : {});
}

/** One question, in both forms. */
interface Question {
  tool: string;
  args: Record<string, string | number>;
}

/** A separate catalogue makes the values of filters: the busiest city, country and categories of the key's events. */
async function questions(kind: string): Promise<Question[]> {
  const headers = headersOf(kind);
  const [place] = (await api.app.inject({ url: '/v1/locations?limit=1', headers })).json().locations;
  const [first, second] = (await api.app.inject({ url: '/v1/categories', headers })).json().categories;
  const { city, country } = place;
  const tool = 'find_events';
  return [
    { tool, args: {} },
    { tool, args: { limit: 100 } },
    { tool, args: { country, limit: 100 } },
    { tool, args: { city: city.toUpperCase(), country: country.toLowerCase(), limit: 50 } },
    { tool, args: { category: first.id, from: '2027-01-01', to: '2027-06-30', limit: 100 } },
    { tool, args: { artist: 'an', limit: 100 } },
    { tool: 'find_events_near_location', args: { lat: 52.52, lng: 13.405, radius: 500, limit: 100 } },
    { tool: 'find_events_near_location', args: { lat: 40.7, lng: -74, limit: 100 } },
    { tool: 'find_events_by_category', args: { category: second.id, limit: 33 } },
    { tool: 'find_events_by_category', args: { category: first.id, city, country, limit: 100 } },
    { tool: 'find_events_by_category', args: { category: 'no-such-category' } },
    { tool: 'list_categories', args: { country } },
    { tool: 'list_locations', args: { country, limit: 3 } },
  ];
}

function queryOf(args: Record<string, string | number>): URLSearchParams {
  return new URLSearchParams(Object.entries(args).map(([name, value]): [string, string] => [name, String(value)]));
}

const PATHS: Record<string, string> = { list_categories: 'categories', list_locations: 'locations' };

test.each(['test', 'website', 'server', 'narrowed'])(
  'assistants see the events of /events, in their order, to the byte: %s key',
  async (kind) => {
    const headers = headersOf(kind);
    let seen = 0;
    for (const { tool, args } of await questions(kind)) {
      const rest = await api.app.inject({ url: `/v1/${PATHS[tool] ?? 'events'}?${queryOf(args)}`, headers });
      const { content, structuredContent } = await callTool(api, tool, args, { headers });
      expect([tool, args, content[0]?.text]).toEqual([tool, args, rest.body]);
      expect(structuredContent).toEqual(rest.json());
      seen += rest.json().events?.length ?? 0;
    }
    expect(seen).toBeGreaterThan(20);
  },
);

test('without a key they see the events of /demo, in their order', async () => {
  const asked: Question['args'][] = [{}, { limit: 100 }, { city: 'Berlin' }, { category: 'music', limit: 2 }];
  for (const args of asked) {
    const demo = await api.app.inject(`/v1/demo/events?${queryOf(args)}`);
    expect((await callTool(api, 'find_events', args)).structuredContent).toEqual(demo.json());
  }
});
