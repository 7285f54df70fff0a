// Over ten seconds: every endpoint with every credential is some two thousand calls, and with every key at both addresses.
import { keyCredentials } from '../../support/access/access-credentials.js';
import { type AccessSite, callsOf, createAccessSite } from '../../support/access/access-site.js';
import { type Credential, cellsIn, type Row } from '../../support/access/access-table.js';
import { tokenCredentials } from '../../support/access/access-tokens.js';
import { verdictOf } from '../../support/access/access-verdict.js';
import * as KEY_TABLES from './access-tables.js';
import * as TOKEN_TABLES from './token-tables.js';

let site: AccessSite;
let credentials: Record<string, Record<string, Credential>>;
beforeAll(async () => {
  site = await createAccessSite();
  credentials = { ...(await keyCredentials(site)), ...(await tokenCredentials(site)) };
});
afterAll(() => site.close());

/** Contract: {base_url} and the second address {site_base_url}. */
const BASES = ['/v1', '/api/v1'];

test("the addresses of the tables equal the configuration's", () => {
  const { baseUrl, siteBaseUrl } = site.ctx.config;
  expect([baseUrl, siteBaseUrl].map((address) => new URL(address).pathname)).toEqual(BASES);
});

async function asItIs(name: string, row: Row, base: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const cell of row.cells) {
    const credential = credentials[name]?.[cell.column];
    if (!credential) throw new Error(`Nobody knows what ${cell.column} of ${name} presents`);
    const verdicts = new Set<string>();
    for (const request of callsOf(site, row, credential.mode ?? 'live')) {
      verdicts.add(verdictOf(request, await site.send(base, request, credential), cell, credential));
    }
    found[cell.column] = [...verdicts].join(' / ');
  }
  return found;
}

const drawn = ({ cells }: Row) => Object.fromEntries(cells.map(({ column, word }) => [column, word]));
const rows: [string, Row[]][] = Object.entries({ ...KEY_TABLES, ...TOKEN_TABLES });

describe.each(rows)('%s', (name, table) => {
  // `api/app.ts` mounts the same routes and plugins at both addresses. The table of keys, which has every route, shows it.
  describe.each(name === 'KEYS' ? BASES : BASES.slice(0, 1))('%s', (base) => {
    test.each(table.map((row): [string, Row] => [`${row.method} ${row.path}`, row]))('%s', async (_endpoint, row) => {
      expect(await asItIs(name, row, base)).toEqual(drawn(row));
    });
  });
});

test('every table has a row for every endpoint, and no cell is without an answer', () => {
  const endpoints = KEY_TABLES.KEYS.map(({ method, path }) => `${method} ${path}`);
  for (const [, table] of rows) expect(table.map(({ method, path }) => `${method} ${path}`)).toEqual(endpoints);
  expect(rows.reduce((sum, [, table]) => sum + cellsIn(table), 0)).toBeGreaterThan(1_700);
});
