import type { CreatedKey } from '../../../src/access/create-key.js';
import { authenticateClient, revokeToken } from '../../../src/access/oauth-tokens.js';
import { createCompany } from '../../../src/companies/create-company.js';
import { suspendCompany } from '../../../src/companies/suspend-company.js';
import { CAPABILITIES, SCOPES, type Scope } from '../../../src/core/viewer.js';
import { WEBSITE } from '../api.js';
import { pinCertificate, revokeClient, revokeKey, setAllowedAddresses } from '../dashboard/as-operator.js';
import { newKey, newToken } from '../data/partners.js';
import { makeCertificate } from '../outside/make-certificate.js';
import { type Columns, ELSEWHERE, inHeader } from './access-credentials.js';
import type { AccessSite } from './access-site.js';
import { clientCert } from './guarded.js';

const HOUR = 3_600_000;

/** The credential of each column of the tables of tokens and guards, by the tables' names. */
export async function tokenCredentials(site: AccessSite): Promise<Record<string, Columns>> {
  const { companyId, keys } = site.partner;
  const tokenOf = (key: CreatedKey, scopes?: readonly Scope[]) => newToken(site, { companyId, keyId: key.id, scopes });
  const scoped = async (key: CreatedKey): Promise<Columns> => {
    const columns: Columns = {};
    for (const scope of SCOPES) {
      columns[scope] = inHeader({ key: (await tokenOf(key, [scope])).key, kind: key.kind });
    }
    return { ...columns, all: inHeader({ key: (await tokenOf(key)).key, kind: key.kind }) };
  };
  const of = async (key: CreatedKey) => ({ key: (await tokenOf(key)).key, kind: key.kind });
  const website = await of(keys.website);
  return {
    LIVE_TOKENS: await scoped(keys.server),
    TEST_TOKENS: await scoped(keys.test),
    TOKEN_PAGES: {
      listed: inHeader(website, { origin: WEBSITE }),
      foreign: inHeader(website, { origin: ELSEWHERE }),
      'no page': inHeader(website),
      'test, page': inHeader(await of(keys.test), { origin: ELSEWHERE }),
      'server, page': inHeader(await of(keys.server), { origin: WEBSITE }),
    },
    ENDED_TOKENS: await endedTokens(site),
    GUARDED: await guarded(site),
  };
}

async function endedTokens(site: AccessSite): Promise<Columns> {
  const { ctx, partner } = site;
  const { companyId, keys } = partner;
  const issue = (keyId = keys.server.id, company = companyId) => newToken(site, { companyId: company, keyId });
  ctx.clock.advance(-HOUR);
  const expired = await issue();
  ctx.clock.advance(HOUR);
  const revoked = await issue();
  await revokeToken(ctx, { client: await authenticateClient(ctx, revoked.client), token: revoked.key });
  const ofClient = await issue();
  await revokeClient(ctx, ofClient.client.id);
  const key = await newKey(site, companyId, 'server');
  const ofKey = await issue(key.id);
  await revokeKey(ctx, key.id);
  const suspended = await createCompany(ctx, { name: 'Suspended with a token' });
  const itsKey = await newKey(site, suspended.id, 'server', [...CAPABILITIES]);
  const ofCompany = await issue(itsKey.id, suspended.id);
  await suspendCompany(ctx, suspended.id);
  const server = ({ key: token }: { key: string }) => inHeader({ key: token, kind: 'server' });
  return {
    expired: server(expired),
    revoked: server(revoked),
    'its client': server(ofClient),
    'its key': server(ofKey),
    suspended: server(ofCompany),
  };
}

/** Calls come from 10.0.0.0/8 unless they say otherwise. */
async function guarded(site: AccessSite): Promise<Columns> {
  const { companyId } = site.partner;
  const key = await newKey(site, companyId, 'server', [...CAPABILITIES]);
  const token = { key: (await newToken(site, { companyId, keyId: key.id })).key, kind: 'server' as const };
  const [one, two] = [makeCertificate({ name: 'one' }), makeCertificate({ name: 'two' })];
  for (const { pem } of [one, two]) await pinCertificate(site.ctx, { keyId: key.id, file: Buffer.from(pem) });
  await setAllowedAddresses(site.ctx, { keyId: key.id, networks: ['10.0.0.0/8', '2001:db8::/48'] });
  return {
    first: inHeader(key, clientCert(one)),
    second: inHeader(key, { 'x-forwarded-for': '2001:db8:0:7::1', ...clientCert(two) }),
    none: inHeader(key),
    other: inHeader(key, clientCert(makeCertificate())),
    unreadable: inHeader(key, { 'client-cert': ':bm90IGEgY2VydGlmaWNhdGU=:' }),
    elsewhere: inHeader(key, { 'x-forwarded-for': '203.0.113.7', ...clientCert(one) }),
    token: inHeader(token, clientCert(one)),
    'bare token': inHeader(token),
  };
}
