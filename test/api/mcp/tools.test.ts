import { z } from 'zod';
import { createKey } from '../../../src/access/create-key.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { setAgreement } from '../../../src/companies/set-agreement.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { callTool, postRpc, toolCall } from '../../support/assistant.js';
import { waitFor } from '../../support/wait-for.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await seedDemo(api.ctx);
  await api.ctx
    .sql`UPDATE api_keys SET rate_limit = 100000, site_rate_limit = CASE kind WHEN 'website' THEN 100000 END`;
});
afterAll(() => api.close());

const listed = z.object({ events: z.array(z.object({ id: z.string(), category: z.string().nullable() })) });

async function rest(path: string) {
  const answer = await api.app.inject({ url: `/v1/${path}`, headers: bearer(api.keys.server) });
  return answer.json();
}

const asServer = () => ({ headers: bearer(api.keys.server) });

/** Refusals of a tool are results, so that the assistant reads them and mends its call. */
async function refused(name: string, args: unknown): Promise<string> {
  const { isError, content, structuredContent } = await callTool(api, name, args, asServer());
  expect({ isError, structuredContent, parts: content.length }).toEqual({
    isError: true,
    structuredContent: undefined,
    parts: 1,
  });
  return content[0]?.text ?? '';
}

test.each([
  ['find_events', {}, 'events'],
  ['find_events', { city: 'berlin', country: 'de', limit: 3 }, 'events?city=berlin&country=de&limit=3'],
  ['find_events', { from: '2027-01-01', to: '2027-02-01' }, 'events?from=2027-01-01&to=2027-02-01'],
  ['find_events', { artist: 'a', limit: 100 }, 'events?artist=a&limit=100'],
  ['find_events', { sort: '-starts_at', limit: 5 }, 'events?sort=-starts_at&limit=5'],
  ['find_events', { sort: 'price', currency: 'eur', country: 'DE' }, 'events?sort=price&currency=eur&country=DE'],
  [
    'find_events',
    { on_sale_from: '2026-11-20', on_sale_to: '2026-12-20' },
    'events?on_sale_from=2026-11-20&on_sale_to=2026-12-20',
  ],
  ['find_events_near_location', { lat: 52.52, lng: 13.405 }, 'events?lat=52.52&lng=13.405'],
  ['find_events_near_location', { lat: -33.9, lng: 18.4, radius: 12.5 }, 'events?lat=-33.9&lng=18.4&radius=12.5'],
  ['find_events_by_category', { category: 'music', limit: 7 }, 'events?category=music&limit=7'],
  ['find_events_by_category', { category: 'music', country: 'FR' }, 'events?category=music&country=FR'],
  ['list_categories', {}, 'categories'],
  ['list_categories', { country: 'GB' }, 'categories?country=GB'],
  ['list_locations', {}, 'locations'],
  ['list_locations', { country: 'us', limit: 2 }, 'locations?country=us&limit=2'],
])('%s %j answers what REST answers', async (name, args, path) => {
  const { structuredContent, content, isError } = await callTool(api, name, args, asServer());
  expect(isError).toBeUndefined();
  expect(structuredContent).toEqual(await rest(path));
  expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
});

test('pages go on with `next`, in REST or here', async () => {
  const first = await callTool(api, 'find_events', { country: 'DE', limit: 4 }, asServer());
  const cursor = first.structuredContent?.next;
  const second = await callTool(api, 'find_events', { country: 'DE', limit: 4, cursor }, asServer());
  expect(second.structuredContent).toEqual(await rest(`events?country=DE&limit=4&cursor=${cursor}`));
  expect(await refused('find_events', { country: 'FR', cursor })).toMatch(/^invalid_cursor: /);
});

test('one event, also after it was cancelled; not events of others', async () => {
  const { events } = listed.parse((await callTool(api, 'find_events', { limit: 1 }, asServer())).structuredContent);
  const id = events[0]?.id ?? '';
  const read = () => callTool(api, 'get_event', { id }, asServer());
  expect((await read()).structuredContent).toEqual(await rest(`events/${id}`));
  const [cancelled] = await api.ctx.sql<{ eventId: string }[]>`
    SELECT event_id FROM event_listings WHERE NOT test AND status = 'cancelled' LIMIT 1`;
  if (cancelled) {
    const gone = await callTool(api, 'get_event', { id: cancelled.eventId }, asServer());
    expect(gone.structuredContent).toMatchObject({ event: { id: cancelled.eventId, status: 'cancelled' } });
  }
  expect(await refused('get_event', { id: 'evt_nothing' })).toMatch(/^event_not_found: /);
  expect(await refused('get_event', { id: 'evt_test_berlin_jazz_night' })).toMatch(/^event_not_found: /);
  const sample = await callTool(api, 'get_event', { id: 'evt_test_berlin_jazz_night' });
  expect(sample.structuredContent).toMatchObject({ object: 'event', mode: 'test', event: { test: true } });
  expect(sample.content.at(-1)?.text).toContain('sample events');
});

test('an event that was withdrawn from the partner says so', async () => {
  const company = await createCompany(api.ctx, { name: 'Narrowed later' });
  const headers = bearer(await createKey(api.ctx, { companyId: company.id, kind: 'server' }));
  const found = await callTool(api, 'find_events_by_category', { category: 'music', limit: 1 }, { headers });
  const id = listed.parse(found.structuredContent).events[0]?.id;
  const agreement = { countries: null, categories: ['film'], payingOnly: false };
  await setAgreement(api.ctx, { company: company.id, agreement });
  const gone = await waitFor(async () => {
    const result = await callTool(api, 'get_event', { id }, { headers });
    return result.isError && result;
  });
  expect(gone.content[0]?.text).toMatch(/^event_withdrawn: /);
  const none = await callTool(api, 'find_events_by_category', { category: 'music' }, { headers });
  expect(none.structuredContent).toMatchObject({ mode: 'live', events: [], next: null });
});

test.each([
  ['find_events', { limit: 0 }, 'limit'],
  ['find_events', { limit: 101 }, 'limit'],
  ['find_events', { limit: 1.5 }, 'limit'],
  ['find_events', { limit: 'five' }, 'limit'],
  ['find_events', { limit: '1e1' }, 'limit'],
  ['find_events', { limit: '101' }, 'limit'],
  ['find_events', { limit: true }, 'limit'],
  ['find_events', { country: 'Germany' }, 'country'],
  ['find_events', { city: ['Berlin'] }, 'city'],
  ['find_events', { city: true }, 'city'],
  ['find_events', { city: {} }, 'city'],
  ['find_events', { city: 'Ber\u0000lin' }, 'city'],
  ['find_events', { artist: '\ud800' }, 'artist'],
  ['find_events', { artist: 'x'.repeat(101) }, 'artist'],
  ['find_events', { from: '2027-02-30' }, 'from'],
  ['find_events', { from: '2027-02-02', to: '2027-02-01' }, 'to'],
  ['find_events', { cursor: 'x'.repeat(513) }, 'cursor'],
  ['find_events', { town: 'Berlin' }, 'arguments'],
  ['find_events', { changed_since: '2020-01-01T00:00:00Z' }, 'arguments'],
  ['list_categories', JSON.parse('{"__proto__":{"country":"DE"}}'), 'arguments'],
  ['find_events_near_location', { lng: 1 }, 'lat'],
  ['find_events_near_location', { lat: 90.1, lng: 1 }, 'lat'],
  ['find_events_near_location', { lat: 1, lng: '1° E' }, 'lng'],
  ['find_events_near_location', { lat: null, lng: 'null' }, 'lat'],
  ['find_events_near_location', { lat: 1, lng: 1, radius: 501 }, 'radius'],
  ['find_events_by_category', {}, 'category'],
  ['find_events_by_category', { category: ' ' }, 'category'],
  ['get_event', {}, 'id'],
  ['get_event', { id: null }, 'id'],
  ['list_categories', { limit: 3 }, 'arguments'],
  ['list_locations', { limit: 501 }, 'limit'],
])('%s %j names the argument', async (name, args, argument) => {
  expect(await refused(name, args)).toMatch(
    new RegExp(`^invalid_request: (.*; )?${argument}: (must|is|has|invalid)\\b`),
  );
});

test.each([
  ['find_events', { limit: 2, city: null }, { limit: 2 }],
  ['find_events', { limit: '2' }, { limit: 2 }],
  ['find_events', { limit: ' 2.0 ' }, { limit: 2 }],
  ['find_events', { limit: 2, city: '', country: ' ', artist: '\t' }, { limit: 2 }],
  ['find_events', { limit: 2, category: 'null', from: 'NULL', to: 'undefined', cursor: 'None' }, { limit: 2 }],
  ['find_events', { limit: null }, {}],
  ['find_events', { limit: '' }, {}],
  ['find_events', { artist: 182, limit: 2 }, { artist: '182', limit: 2 }],
  ['find_events', { town: null, limit: 2 }, { limit: 2 }],
  [
    'find_events_near_location',
    { lat: '52.52', lng: '+13.405', radius: '100', category: null },
    { lat: 52.52, lng: 13.405, radius: 100 },
  ],
  ['find_events_near_location', { lat: '-33.87', lng: 151, radius: 'null' }, { lat: -33.87, lng: 151 }],
  ['list_categories', { country: null }, {}],
  ['list_locations', { country: 'undefined', limit: '3' }, { limit: 3 }],
])('%s reads %j as %j', async (name, args, meant) => {
  expect(await callTool(api, name, args)).toEqual(await callTool(api, name, meant));
});

test('a refusal of the cursor echoes nothing of ours', async () => {
  expect(await refused('find_events', { cursor: 'forged' })).toMatch(/^invalid_cursor: /);
});

test.each([['buy'], ['constructor'], ['__proto__'], ['']])('there is no tool %j', async (name) => {
  const answer = await postRpc(api, { body: toolCall(name, {}), ...asServer() });
  expect(answer.json()).toMatchObject({
    id: 1,
    error: { code: -32602, message: expect.stringMatching(/^Unknown tool; the tools are find_events, /) },
  });
});

test.each([
  [{ name: 'find_events', arguments: [] }, '`arguments`'],
  [{ name: 'find_events', arguments: 'Berlin' }, '`arguments`'],
  [{ name: 7 }, '`name`'],
  [undefined, '`name`'],
])('a call without a name or with arguments that are no object: %j', async (params, word) => {
  const answer = await postRpc(api, { body: { jsonrpc: '2.0', id: 'a', method: 'tools/call', params }, ...asServer() });
  expect(answer.json()).toMatchObject({ id: 'a', error: { code: -32602, message: expect.stringContaining(word) } });
});

test('what fails on our side reveals nothing of the cause', async () => {
  await api.ctx.sql`ALTER TABLE event_listings RENAME TO away`;
  try {
    const text = await refused('get_event', { id: 'evt_anything' });
    expect(text).toMatch(/^internal_error: Something failed on our side/);
  } finally {
    await api.ctx.sql`ALTER TABLE away RENAME TO event_listings`;
  }
});
