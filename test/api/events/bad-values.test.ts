import { createReadingApi, type ReadingApi } from './tools.js';

let api: ReadingApi;

beforeAll(async () => {
  api = await createReadingApi();
});
afterAll(() => api.close());

const HUGE = 'x'.repeat(5000);
const ID = [HUGE, 'a'.repeat(81)];
const TEXT = [HUGE, '%20%20'];
const DATE = [
  'tomorrow',
  '2026-02-30',
  '2026-13-01',
  '2026-1-1',
  '0000-01-01',
  '12026-01-01',
  '2026-11-02T09:00:00Z',
  HUGE,
];
const NUMBER = ['abc', '1e999', '1e', '0x10', 'NaN', 'Infinity', '1,5', '--1', '9'.repeat(400), HUGE];
const INTEGER = [...NUMBER, '1e1', '1.5', '1.0', '%201', '+1', '-1', '0'];
const COUNTRY = ['F', 'FIN', '12', 'F%C3%8F', HUGE];
const NEAR = ['Helsinki', 'Helsinki,', ',FI', 'Helsinki,FIN', 'Helsinki,12', HUGE];
const CURSOR = ['nothing', 'A', '%3Cscript%3E', HUGE];
const INSTANT = [
  'yesterday',
  '2026-11-02',
  '2026-11-02T09:00:00',
  '2026-11-02T25:00:00Z',
  '2026-02-30T00:00:00Z',
  '1730500000',
  HUGE,
];

const EVENTS: Record<string, string[]> = {
  city: TEXT,
  country: COUNTRY,
  category: TEXT,
  from: DATE,
  to: DATE,
  changed_since: INSTANT,
  commissioned: ['1', 'yes', 'TRUE', HUGE],
  minimum_earnings: [...NUMBER, '-1', '-0.01'],
  near: NEAR,
  artist: [...TEXT, 'a'.repeat(101)],
  q: [...TEXT, 'a'.repeat(101)],
  venue_id: ID,
  performer_id: ID,
  on_sale_from: DATE,
  on_sale_to: DATE,
  sort: ['', 'name', '-price', 'starts_at,price', HUGE],
  currency: ['EU', 'EURO', '123', HUGE],
  lat: [...NUMBER, '90.1', '-91'],
  lng: [...NUMBER, '180.1', '-181'],
  radius: [...NUMBER, '0', '0.9', '500.1', '-5'],
  limit: [...INTEGER, '101'],
  cursor: CURSOR,
  ids: [',', 'evt_1,', 'evt_1,,evt_2', 'evt_1,%20evt_2', 'a'.repeat(81), Array(101).fill('evt_1').join(','), HUGE],
};
const pick = (...names: string[]) => Object.fromEntries(names.map((name) => [name, EVENTS[name] ?? []]));
const SIMULATE = ['nothing', 'SOLD_OUT', HUGE];

const ENDPOINTS: Record<string, Record<string, string[]>> = {
  '/v1/events': EVENTS,
  '/v1/categories': pick('country'),
  '/v1/locations': { country: COUNTRY, limit: [...INTEGER, '501'] },
  '/v1/demo/events': {
    ...pick(
      'city',
      'country',
      'category',
      'from',
      'to',
      'near',
      'artist',
      'q',
      'venue_id',
      'performer_id',
      'limit',
      'cursor',
    ),
    simulate: SIMULATE,
  },
  '/v1/demo/events/evt_test_berlin_jazz_night': { simulate: SIMULATE },
  '/v1/demo/categories': pick('country'),
  '/v1/demo/locations': { country: COUNTRY, limit: [...INTEGER, '501'] },
};
/** What no parameter takes, whatever its type. */
const NEVER = ['', '%00', 'a%00b', '%ED%A0%80', '%FF', '%', '%zz'];

const CASES = Object.entries(ENDPOINTS).flatMap(([path, parameters]) =>
  Object.entries(parameters).flatMap(([name, values]) => [
    ...[...values, ...NEVER].map((value) => [path, name, `${name}=${value}`] as const),
    [path, name, `${name}=1&${name}=1`] as const,
    [path, name, name] as const,
    [path, name, `${name}=FI&${encodeURIComponent(name)}=SE&${name}=NO`] as const,
  ]),
);

/** The other half that a parameter needs, so that its own value alone is at fault. */
const PARTNERS: Record<string, string> = { lat: '&lng=1', lng: '&lat=1', radius: '&lat=1&lng=1' };

it(`each of ${CASES.length} bad values answers 400 naming the parameter`, async () => {
  const wrong: string[] = [];
  const key = await api.newKey({ kind: 'server', rateLimit: 1_000_000 });
  for (const [i, [path, name, query]] of CASES.entries()) {
    // Without a key each address may call sixty times a minute.
    const from = `10.0.${i >> 5}.1`;
    const url = `${path}?${query}${PARTNERS[name] ?? ''}`;
    const answer = await api.get(url, { key: path.includes('demo') ? null : key, from });
    const problem = answer.json();
    const fields = (problem.errors ?? []).map((error: { field: string }) => error.field);
    if (answer.statusCode !== 400 || !fields.includes(name)) {
      wrong.push(`${url.slice(0, 120)} → ${answer.statusCode} ${problem.code} ${fields}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe('values that do not go together', () => {
  it.each([
    ['lat=60', 'lng'],
    ['lng=25', 'lat'],
    ['radius=10', 'radius'],
    ['radius=10&lat=60', 'lng'],
    ['from=2026-12-02&to=2026-12-01', 'to'],
  ])('%s: 400 names `%s`', async (query, field) => {
    const answer = (await api.get(`/v1/events?${query}`)).json();
    expect(answer).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(answer.errors.map((error: { field: string }) => error.field)).toContain(field);
  });
});

it('unknown names are ignored, whatever their values', async () => {
  for (const query of [
    'colour=red',
    'colour=&colour=',
    'Limit=0',
    'limit[]=5',
    'from_=x',
    '__proto__=1',
    'constructor=1',
  ]) {
    expect((await api.get(`/v1/events?${query}`)).statusCode).toBe(200);
  }
});

it('extreme values that are allowed answer 200', async () => {
  const queries = [
    'lat=90&lng=180&radius=500',
    'lat=-90&lng=-180&radius=1',
    'from=1970-01-01&to=2200-12-31',
    'changed_since=1970-01-01T00:00:00Z',
    'changed_since=2200-12-31T23:59:59.999999999Z',
    'minimum_earnings=999999999999',
    'minimum_earnings=0',
    `artist=${encodeURIComponent('%_\\'.repeat(30))}`,
    `city=${encodeURIComponent('🎻'.repeat(60))}`,
    'limit=100',
  ];
  for (const query of queries) expect([query, (await api.get(`/v1/events?${query}`)).statusCode]).toEqual([query, 200]);
});
