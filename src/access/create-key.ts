import { hashOf } from '../core/digest.js';
import { type Id, newId, randomText } from '../core/ids.js';
import { KEY_PREFIXES, parseKeyKind } from '../core/key-format.js';
import { ConflictError, conflict, invalidField, noSuch } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { CAPABILITIES, type Capability, type KeyKind } from '../core/viewer.js';
import { domainsFault, normalizeDomain } from '../core/website-domain.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { countLiveKeys, insertKey } from './sql/api-keys.js';
import { findCompany, lockCompany } from './sql/companies.js';

/** Keys that a company may have, revoked ones aside. */
const MAX_KEYS = 100;

export interface CreateKeyInput {
  companyId: Id<'company'>;
  kind: KeyKind;
  name?: string;
  /** Website keys: hosts, or `*.host` for its subdomains; at least one. */
  domains?: readonly string[];
  capabilities?: readonly string[];
  /** Requests a minute, for a website key per visitor; absent: the default of the kind. */
  rateLimit?: number;
  /** Website keys: requests a minute of the whole site. */
  siteRateLimit?: number;
  /** The key itself, where it must be the same every time (demonstrations); absent: a random one. */
  secret?: string;
}

export interface CreatedKey {
  id: Id<'key'>;
  /** The key, shown only now: only its hash is stored. */
  key: string;
  kind: KeyKind;
  domains: string[];
  capabilities: Capability[];
}

export function newKey(kind: KeyKind): string {
  return KEY_PREFIXES[kind] + randomText(40);
}

/** Contract: Authentication 2. @throws {ProblemError} `invalid_request` naming the field, and beyond {@link MAX_KEYS}. */
export async function createKey(ctx: Context, input: CreateKeyInput): Promise<CreatedKey> {
  const { kind, companyId } = input;
  const domains = parseDomains(input);
  const capabilities = parseCapabilities(input);
  const key = input.secret ?? newKey(kind);
  if (parseKeyKind(key) !== kind) {
    throw invalidField('secret', `must be ${KEY_PREFIXES[kind]} and 32 to 128 letters and digits`);
  }
  if (!(await findCompany(ctx.sql, companyId))) throw noSuch('company', companyId);
  const id = newId('key');
  const row = {
    id,
    companyId,
    kind,
    name: checkedText('name', input.name ?? '', { min: 0, max: 100 }),
    hash: hashOf(key),
    lastFour: key.slice(-4),
    ref: randomText(20),
    domains,
    capabilities,
    rateLimit: parseLimit('limit', input.rateLimit),
    siteRateLimit: parseLimit('site_limit', input.siteRateLimit),
    createdAt: ctx.clock.now(),
  };
  await ctx.sql.begin(async (tx) => {
    await lockCompany(tx, companyId);
    if ((await countLiveKeys(tx, companyId)) >= MAX_KEYS) {
      const detail = `The company has ${MAX_KEYS} keys already. Revoke one first.`;
      throw new ConflictError('invalid_request', { detail });
    }
    if (!(await insertKey(tx, row))) throw conflict('secret', 'is already in use');
    const { name, rateLimit, siteRateLimit } = row;
    const details = { kind, name, domains, capabilities, rateLimit, siteRateLimit };
    await recordAction(ctx, tx, { action: 'key.create', objectId: id, companyId, details });
  });
  return { id, key, kind, domains, capabilities };
}

/** @throws {ProblemError} `invalid_request` for a text that is no host, an empty list, and a key without domains. */
export function parseDomains({ kind, domains = [] }: Pick<CreateKeyInput, 'kind' | 'domains'>): string[] {
  const fault = domainsFault({ kind, domains });
  if (fault !== null) throw invalidField('domains', fault);
  return [...new Set(domains.map((domain) => normalizeDomain(domain) ?? domain))];
}

function parseCapabilities({ kind, capabilities = [] }: CreateKeyInput): Capability[] {
  if (kind === 'website' && capabilities.length > 0) {
    throw invalidField('capabilities', 'a website key reads events only');
  }
  const known = CAPABILITIES.filter((capability) => capabilities.includes(capability));
  if (known.length !== new Set(capabilities).size) {
    throw invalidField('capabilities', `must be among ${CAPABILITIES.join(', ')}`);
  }
  return known;
}

export function parseLimit(field: string, limit: number | undefined): number | null {
  if (limit === undefined) return null;
  if (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000) {
    throw invalidField(field, 'must be a whole number from 1 to 1000000');
  }
  return limit;
}
