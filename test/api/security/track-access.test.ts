import { type Columns, keyCredentials } from '../../support/access/access-credentials.js';
import { type AccessSite, createAccessSite } from '../../support/access/access-site.js';
import { type Credential, drawnRows } from '../../support/access/access-table.js';
import { tokenCredentials } from '../../support/access/access-tokens.js';

/**
 * The result of a signal that names a key in its body (contract: POST /track): `empty` is 204 without counting, so that
 * the answer does not reveal whether a key is valid; a server key must never be sent.
 */
const SIGNALS = drawnRows(`
                    | no key | test    | listed  | referer | other page | no page | server  | unknown | revoked | suspended
POST /track         | empty  | counted | counted | counted | empty      | empty   | refused | empty   | empty   | empty
`);

/** Credentials that are no keys of a browser's. */
const OTHERS = drawnRows(`
                    | token | test token | client secret | unknown server | pinned
POST /track         | empty | empty      | empty         | refused        | empty
`);

/** The key in the body, by the tables of headers: table and column. */
const PRESENTED: Record<string, [table: string, column: string]> = {
  'no key': ['KEYS', 'no key'],
  test: ['KEYS', 'test'],
  server: ['KEYS', 'all'],
  listed: ['WEBSITE_KEYS', 'listed'],
  referer: ['WEBSITE_KEYS', 'referer'],
  'other page': ['WEBSITE_KEYS', 'other page'],
  'no page': ['WEBSITE_KEYS', 'no page'],
  unknown: ['UNKNOWN', 'website'],
  revoked: ['REVOKED', 'website'],
  suspended: ['SUSPENDED', 'website'],
  token: ['LIVE_TOKENS', 'all'],
  'test token': ['TEST_TOKENS', 'all'],
  'client secret': ['UNKNOWN', 'client secret'],
  'unknown server': ['UNKNOWN', 'server'],
  pinned: ['ADDRESS', 'pinned'],
};

let site: AccessSite;
let credentials: Record<string, Columns>;
beforeAll(async () => {
  site = await createAccessSite();
  credentials = { ...(await keyCredentials(site)), ...(await tokenCredentials(site)) };
});
afterAll(() => site.close());

function presented(column: string): Credential {
  const [name = '', its = ''] = PRESENTED[column] ?? [];
  const credential = credentials[name]?.[its];
  if (!credential) throw new Error(`Nobody knows what ${column} presents`);
  return credential;
}

async function counted(): Promise<number> {
  const [row] = await site.ctx.sql<
    { sum: number }[]
  >`SELECT coalesce(sum(impressions), 0)::int AS sum FROM signal_counts`;
  return row?.sum ?? 0;
}

describe.each(['/v1', '/api/v1'])('%s', (base) => {
  test.each(
    [...SIGNALS, ...OTHERS].flatMap(({ cells }) => cells.map(({ column, word }): [string, string] => [column, word])),
  )('%s: %s', async (column, word) => {
    const { headers, secret: key } = presented(column);
    const { authorization: _, ...page } = headers;
    const before = await counted();
    const payload = JSON.stringify({ type: 'impression', shown: 3, ...(key && { key }) });
    const request = {
      method: 'POST' as const,
      url: '/track',
      headers: { 'content-type': 'application/json' },
      payload,
    };
    const answer = await site.send(base, request, { headers: page });
    if (word === 'refused') expect([answer.statusCode, answer.json().code]).toEqual([400, 'server_key_refused']);
    else expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((await counted()) - before).toBe(word === 'counted' ? 1 : 0);
    expect(answer.headers['ratelimit-limit']).toBe('300');
  });
});
