import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import type { Mode } from '../../../src/core/mode.js';
import type { ProblemCode } from '../../../src/core/problems.js';
import { type AccessSite, createAccessSite, type Request } from '../access/access-site.js';
import type { Credential } from '../access/access-table.js';
import { WEBSITE } from '../api.js';
import { newToken, type Partner } from './partners.js';

/** A caller: one company, in one mode, with one kind of credential. */
export interface Party {
  name: string;
  partner: Partner;
  mode: Mode;
  kind: 'key' | 'website' | 'token';
  credential: Credential;
}

export interface TwoCompanies {
  site: AccessSite;
  a: Partner;
  b: Partner;
  parties: Party[];
}

/** Two companies with everything, and all who can call for them. B may show music only, A everything. */
export async function createTwoCompanies(): Promise<TwoCompanies> {
  const site = await createAccessSite([{ name: 'A' }, { name: 'B', agreement: { categories: ['music'] } }]);
  const [a, b] = site.partners;
  if (!a || !b) throw new Error('there must be two companies');
  const parties: Party[] = [];
  for (const [name, partner] of Object.entries({ A: a, B: b })) {
    const { server, test, website } = partner.keys;
    const holder = (secret: string, more = {}): Credential => ({
      headers: { authorization: `Bearer ${secret}`, ...more },
      secret,
    });
    const token = async (keyId: string) => holder((await newToken(site, { companyId: partner.companyId, keyId })).key);
    const page = { origin: WEBSITE };
    parties.push(
      { name: `${name}'s server key`, partner, mode: 'live', kind: 'key', credential: holder(server.key) },
      { name: `${name}'s test key`, partner, mode: 'test', kind: 'key', credential: holder(test.key) },
      { name: `${name}'s website key`, partner, mode: 'live', kind: 'website', credential: holder(website.key, page) },
      { name: `${name}'s live token`, partner, mode: 'live', kind: 'token', credential: await token(server.id) },
      { name: `${name}'s test token`, partner, mode: 'test', kind: 'token', credential: await token(test.id) },
    );
  }
  return { site, a, b, parties };
}

/** The owner and mode of the objects, read with its own key. */
export function ownersOf({ parties }: TwoCompanies, modes: readonly Mode[]): Party[] {
  return parties.filter(({ kind, mode }) => kind === 'key' && modes.includes(mode));
}

export const sameScope = (party: Party, other: Party): boolean =>
  party.partner === other.partner && party.mode === other.mode;

const VOLATILE = /^(service-request-id|date|ratelimit-(remaining|reset)|retry-after)$/;
const named = z.looseObject({ request_id: z.string().optional() });

/** All that a caller can see of an answer, without the request's id: equal answers reveal nothing. */
export function seen(answer: LightMyRequestResponse) {
  const headers = Object.entries(answer.headers).filter(([name]) => !VOLATILE.test(name));
  const json = String(answer.headers['content-type']).includes('json') && answer.body !== '';
  const body = json ? { ...named.parse(answer.json()), request_id: '' } : answer.body;
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body };
}

const coded = z.looseObject({ code: z.string() });

/** The status and code of an answer, or its status alone. */
export function outcome(answer: LightMyRequestResponse): string {
  if (answer.statusCode < 400) return String(answer.statusCode);
  return coded.parse(answer.json()).code satisfies string;
}

/** With which code each kind of credential is refused. */
export type Refused = Record<Party['kind'], ProblemCode>;

/** A refusal wins over 304, so that `*` does not reveal whether an object exists. */
const HEADERS: Record<string, string>[] = [{}, { 'if-none-match': '*' }];

/**
 * Asks for a real object of another company and for an unknown one, at both addresses, and reports answers that differ
 * or are not the right refusal.
 */
export async function leaksOf(
  { site }: TwoCompanies,
  stranger: Party,
  asked: { real: Request; unknown: Request; refused: Refused },
): Promise<string[]> {
  const leaks: string[] = [];
  for (const base of ['/v1', '/api/v1']) {
    for (const headers of HEADERS) {
      const ask = (request: Request) =>
        site.send(base, { ...request, headers: { ...request.headers, ...headers } }, stranger.credential);
      const [real, unknown] = [await ask(asked.real), await ask(asked.unknown)];
      const where = `${stranger.name}: ${asked.real.method} ${base}${asked.real.url}`;
      const same = JSON.stringify(seen(real)) === JSON.stringify(seen(unknown));
      if (!same)
        leaks.push(`${where} tells ${real.body || real.statusCode}, not ${unknown.body || unknown.statusCode}`);
      const code = outcome(real);
      const due = asked.refused[stranger.kind];
      if (code !== due) leaks.push(`${where} answers ${code}, not ${due}`);
    }
  }
  return leaks;
}
