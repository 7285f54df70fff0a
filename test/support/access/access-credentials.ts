import type { CreatedKey } from '../../../src/access/create-key.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { suspendCompany } from '../../../src/companies/suspend-company.js';
import { randomText } from '../../../src/core/ids.js';
import { CAPABILITIES } from '../../../src/core/viewer.js';
import { WEBSITE } from '../api.js';
import { pinCertificate, revokeKey } from '../dashboard/as-operator.js';
import { newKey, newToken } from '../data/partners.js';
import { makeCertificate } from '../outside/make-certificate.js';
import type { AccessSite } from './access-site.js';
import type { Credential } from './access-table.js';

export const ELSEWHERE = 'https://elsewhere.example';

export type Columns = Record<string, Credential>;
type Presented = Pick<CreatedKey, 'key' | 'kind'>;
interface Trio {
  test: CreatedKey;
  website: CreatedKey;
  server: CreatedKey;
}

/** A key, or a token of its client, in the header, with whatever else the call carries. */
export function inHeader({ key, kind }: Presented, more: Record<string, string> = {}): Credential {
  const test = kind === 'test';
  const listed = kind === 'website' && more.origin?.endsWith('shop.example');
  return {
    headers: { authorization: `Bearer ${key}`, ...more },
    kind,
    mode: test ? 'test' : 'live',
    secret: key,
    readableBy: test ? '*' : listed ? more.origin : undefined,
  };
}

/** A key in the query. */
function inAddress({ key, kind }: Presented, more: Record<string, string> = {}): Credential {
  const { headers, ...rest } = inHeader({ key, kind }, more);
  const { authorization: _, ...others } = headers;
  return { ...rest, headers: others, query: `key=${key}` };
}

function twice(key: Presented, more: Record<string, string> = {}): Credential {
  return { ...inHeader(key, more), query: `key=${key.key}` };
}

async function trio(site: AccessSite, companyId: string): Promise<Trio> {
  return {
    test: await newKey(site, companyId, 'test'),
    website: await newKey(site, companyId, 'website'),
    server: await newKey(site, companyId, 'server', [...CAPABILITIES]),
  };
}

const unknown = (prefix: string, kind: CreatedKey['kind']) => ({ key: prefix + randomText(40), kind });

const headersOf = ({ test, website, server }: Trio): Columns => ({
  test: inHeader(test),
  website: inHeader(website, { origin: WEBSITE }),
  server: inHeader(server),
});

/** The credential of each column of the tables of keys, by the tables' names. */
export async function keyCredentials(site: AccessSite): Promise<Record<string, Columns>> {
  const { companyId, keys } = site.partner;
  const server = (...capabilities: string[]) => newKey(site, companyId, 'server', capabilities);
  const bare = await server();
  const revoked = await trio(site, companyId);
  for (const { id } of Object.values(revoked)) await revokeKey(site.ctx, id);
  const suspendedCompany = await createCompany(site.ctx, { name: 'A suspended company' });
  const suspended = await trio(site, suspendedCompany.id);
  await suspendCompany(site.ctx, suspendedCompany.id);
  const { test, website } = keys;
  const onServerKey = { companyId, keyId: keys.server.id };
  const { key: token, client } = await newToken(site, onServerKey);
  const asServer = (key: string): Presented => ({ key, kind: 'server' });
  const pinned = await newKey(site, companyId, 'test');
  await pinCertificate(site.ctx, { keyId: pinned.id, file: Buffer.from(makeCertificate().pem) });
  return {
    KEYS: {
      'no key': { headers: {}, readableBy: '*' },
      test: inHeader(test),
      server: inHeader(bare),
      checkout: inHeader(await server('EMBEDDED_CHECKOUT')),
      bulk: inHeader(await server('BULK_FEEDS')),
      offers: inHeader(await server('CARD_LINKED_OFFERS')),
      all: inHeader(keys.server),
    },
    WEBSITE_KEYS: {
      listed: inHeader(website, { origin: WEBSITE }),
      subdomain: inHeader(website, { origin: 'https://tickets.shop.example' }),
      referer: inHeader(website, { referer: `${WEBSITE}/events` }),
      'other page': inHeader(website, { origin: ELSEWHERE }),
      lookalike: inHeader(website, { origin: 'https://shop.example.elsewhere.example' }),
      'no page': inHeader(website),
    },
    PAGES: {
      'test, any page': inHeader(test, { origin: ELSEWHERE }),
      'server, page': inHeader(keys.server, { origin: WEBSITE }),
      'no key, https': { headers: { origin: ELSEWHERE }, readableBy: '*' },
      'no key, http': { headers: { origin: 'http://elsewhere.example' }, readableBy: '*' },
    },
    UNKNOWN: {
      ...headersOf(unknownTrio()),
      token: inHeader(unknown('tt_at_', 'server')),
      malformed: inHeader({ key: `${keys.server.key}x'--`, kind: 'server' }),
      'client secret': inHeader(asServer(client.secret)),
      'not as Bearer': {
        headers: { authorization: `Basic ${Buffer.from(`${keys.server.key}:`).toString('base64')}` },
        secret: keys.server.key,
      },
    },
    REVOKED: headersOf(revoked),
    SUSPENDED: { ...headersOf(suspended), foreign: inHeader(suspended.website, { origin: ELSEWHERE }) },
    ADDRESS: {
      test: inAddress(test),
      website: inAddress(website),
      listed: inAddress(website, { origin: WEBSITE }),
      foreign: inAddress(website, { origin: ELSEWHERE }),
      unknown: inAddress(unknown('tt_pk_live_', 'website')),
      revoked: inAddress(revoked.website),
      suspended: inAddress(suspended.website),
      pinned: inAddress(pinned),
    },
    NEVER_IN_ADDRESS: {
      server: inAddress(keys.server),
      token: inAddress(asServer(token)),
      'client secret': inAddress(asServer(client.secret)),
    },
    ADDRESS_AND_HEADER: {
      test: twice(test),
      website: twice(website, { origin: WEBSITE }),
      foreign: twice(website, { origin: ELSEWHERE }),
    },
  };
}

function unknownTrio(): Trio {
  const rest = { id: '', domains: [], capabilities: [] };
  return {
    test: { ...unknown('tt_test_', 'test'), ...rest },
    website: { ...unknown('tt_pk_live_', 'website'), ...rest },
    server: { ...unknown('tt_sk_live_', 'server'), ...rest },
  };
}
