import { hashOf } from '../core/digest.js';
import { type Id, newId, randomText } from '../core/ids.js';
import { CLIENT_SECRET_PREFIX, KEY_PREFIXES } from '../core/key-format.js';
import { ConflictError, conflict, invalidField, noSuch } from '../core/problems.js';
import { checkedText } from '../core/text.js';
import { type KeyKind, SCOPES, type Scope } from '../core/viewer.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { parseLimit } from './create-key.js';
import { scopesOfKind } from './rules/oauth.js';
import { type ListedKeyRow, listKeyRows } from './sql/api-keys.js';
import { lockCompany } from './sql/companies.js';
import { countLiveClients, insertClient } from './sql/oauth-clients.js';

/** Clients that a company may have, revoked ones aside. */
const MAX_CLIENTS = 100;

export interface CreateClientInput {
  companyId: Id<'company'>;
  /** Kind of the key it belongs to; enough if the company has only one such key. */
  kind?: KeyKind;
  keyId?: Id<'key'>;
  name?: string;
  /** Absent: all that the kind of key may have. */
  scopes?: readonly string[];
  /** Requests a minute of all its tokens together; absent: as its key. */
  rateLimit?: number;
  /** Id and secret, where they must be the same every time (demonstrations); absent: random ones. */
  given?: { id: string; secret: string };
}

export interface CreatedClient {
  id: string;
  /** The secret, shown only now: only its hash is stored. */
  secret: string;
  keyId: Id<'key'>;
  kind: KeyKind;
  scopes: Scope[];
}

export function newClientSecret(): string {
  return CLIENT_SECRET_PREFIX + randomText(40);
}

/**
 * Creates an OAuth client for a company (contract: Authentication 5). It belongs to a key of the company. Its tokens
 * see the same as the key, carry the key's code in buy links, and end when the key is revoked.
 *
 * @throws {ProblemError} `invalid_request` naming the invalid field, and when the company has {@link MAX_CLIENTS}.
 */
export async function createClient(ctx: Context, input: CreateClientInput): Promise<CreatedClient> {
  const key = await keyFor(ctx, input);
  const scopes = scopesFor(key.kind, input.scopes);
  const rateLimit = parseLimit('limit', input.rateLimit);
  const { id, secret } = input.given ?? { id: newId('oauthClient'), secret: newClientSecret() };
  const row = {
    id,
    keyId: key.id,
    name: checkedText('name', input.name ?? '', { min: 0, max: 100 }),
    secretHash: hashOf(secret),
    lastFour: secret.slice(-4),
    scopes,
    rateLimit,
    now: ctx.clock.now(),
  };
  await ctx.sql.begin(async (tx) => {
    await lockCompany(tx, input.companyId);
    if ((await countLiveClients(tx, input.companyId)) >= MAX_CLIENTS) {
      const detail = `The company has ${MAX_CLIENTS} OAuth clients already. Revoke one first.`;
      throw new ConflictError('invalid_request', { detail });
    }
    if (!(await insertClient(tx, input.companyId, row))) throw conflict('id', 'is already in use');
    const details = { keyId: key.id, kind: key.kind, name: row.name, scopes, rateLimit };
    await recordAction(ctx, tx, { action: 'oauth.create', objectId: id, companyId: key.companyId, details });
  });
  return { id, secret, keyId: key.id, kind: key.kind, scopes };
}

async function keyFor(ctx: Context, { companyId, kind, keyId }: CreateClientInput): Promise<ListedKeyRow> {
  const keys = (await listKeyRows(ctx.sql, companyId)).filter((key) => key.revokedAt === null);
  if (keyId !== undefined) {
    const named = keys.find(({ id }) => id === keyId);
    if (!named) throw noSuch('key', keyId);
    if (kind !== undefined && named.kind !== kind) throw invalidField('key', `${keyId} is a ${named.kind} key`);
    return named;
  }
  if (kind === undefined) throw invalidField('kind', 'is required without a key');
  const fitting = keys.filter((key) => key.kind === kind);
  const [only] = fitting;
  if (!only) throw conflict('kind', `the company has no ${kind} key; a client belongs to one, so create it first`);
  if (fitting.length > 1) {
    const choice = fitting.map(({ id, lastFour }) => `${id} (${KEY_PREFIXES[kind]}…${lastFour})`).join(', ');
    throw invalidField('key', `the company has several ${kind} keys; name one of ${choice}`);
  }
  return only;
}

function scopesFor(kind: KeyKind, asked: readonly string[] | undefined): Scope[] {
  const allowed = scopesOfKind(kind);
  if (asked === undefined) return [...allowed];
  const scopes = SCOPES.filter((scope) => asked.includes(scope) && allowed.includes(scope));
  if (scopes.length === 0 || scopes.length !== new Set(asked).size) {
    throw invalidField('scope', `for a ${kind} client must be among ${allowed.join(', ')}`);
  }
  return scopes;
}
