import { hashOf } from '../core/digest.js';
import { type Id, newId, randomText } from '../core/ids.js';
import { CLIENT_SECRET_PREFIX, KEY_PREFIXES } from '../core/key-format.js';
import { ConflictError, conflict, invalidField, noSuch } from '../core/problems.js';
import { isJustRotated, justRotated, oldOneWorks } from '../core/rotation.js';
import { checkedText } from '../core/text.js';
import { DAY } from '../core/time.js';
import { type KeyKind, SCOPES, type Scope } from '../core/viewer.js';
import { recordAction } from '../platform/audit/record-action.js';
import type { Context } from '../platform/context/context.js';
import { parseLimit } from './create-key.js';
import { scopesOfKind } from './rules/oauth.js';
import { type ListedKeyRow, listKeyRows } from './sql/api-keys.js';
import { lockCompany } from './sql/companies.js';
import {
  countLiveClients,
  findClientCompany,
  insertClient,
  type ListedClientRow,
  listClientRows,
  lockClient,
  type OwnedClient,
  replaceClientSecret,
  revokeClientRow,
} from './sql/oauth-clients.js';
import { revokeTokensOfClient } from './sql/oauth-tokens.js';

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

function newClientSecret(): string {
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

export interface ListedClient extends Omit<ListedClientRow, 'lastFour'> {
  /** Prefix and last four characters: enough to recognise the secret, too little to use it. */
  hint: string;
}

/** A company's OAuth clients, oldest first, revoked ones included. */
export async function listClients(ctx: Context, companyId: Id<'company'>): Promise<ListedClient[]> {
  const now = ctx.clock.now();
  const rows = await listClientRows(ctx.sql, companyId, now);
  return rows.map(({ lastFour, ...row }) => ({
    ...row,
    previousUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : null,
    hint: `${CLIENT_SECRET_PREFIX}…${lastFour}`,
  }));
}

/** How long the previous secret keeps working. */
const OVERLAP_MS = DAY;

export interface RotatedSecret {
  /** The new secret, shown only now. */
  secret: string;
  /** Until when the previous one works; null: it does not. */
  previousUntil: Date | null;
  revokedTokens: number;
}

/**
 * Gives a company's client another secret.
 *
 * @param input.atOnce the old secret leaked: it is refused from now on, and every token issued so far ends with it.
 * @param input.again also while the secret before the last rotation still works, which ends that at once.
 * @throws {ProblemError} `invalid_request` for a client that is revoked or not the company's, `rotated_already` while
 * the secret before works and `again` is not set, and a moment after a rotation that ended it.
 */
export async function rotateClientSecret(
  ctx: Context,
  input: OwnedClient & { atOnce?: boolean; again?: boolean },
): Promise<RotatedSecret> {
  const { companyId, clientId, atOnce = false, again = false } = input;
  const now = ctx.clock.now();
  const secret = newClientSecret();
  const previousUntil = atOnce ? null : new Date(now.getTime() + OVERLAP_MS);
  const secretHash = hashOf(secret);
  return ctx.sql.begin(async (tx) => {
    // Lock the client first: issuing a token locks its row too, so all tokens are visible afterwards.
    const client = await lockClient(tx, input);
    if (!client) throw noSuch('client', clientId);
    if (client.revoked) throw conflict('client', 'was revoked, or its key was');
    if (isJustRotated(client, now)) throw justRotated('secret');
    const oldOne = client.previousUntil;
    if (!atOnce && !again && oldOne && oldOne > now) throw oldOneWorks('secret', oldOne);
    await replaceClientSecret(tx, input, { secretHash, lastFour: secret.slice(-4), previousUntil, now });
    const revokedTokens = atOnce ? await revokeTokensOfClient(tx, input, now) : 0;
    const details = { atOnce, revokedTokens };
    await recordAction(ctx, tx, { action: 'oauth.rotate', objectId: clientId, companyId, details });
    return { secret, previousUntil, revokedTokens };
  });
}

/**
 * Revokes a company's client with all its tokens, for good. Every API process is notified by the database as this commits. Doing it
 * again changes nothing.
 *
 * @returns when it was revoked.
 * @throws {ProblemError} `invalid_request` for a client that is not the company's.
 */
export async function revokeClient(ctx: Context, owned: OwnedClient): Promise<{ revokedAt: Date }> {
  const { companyId, clientId } = owned;
  return ctx.sql.begin(async (tx) => {
    const revokedAt = await revokeClientRow(tx, owned, ctx.clock.now());
    if (!revokedAt) throw noSuch('client', clientId);
    await recordAction(ctx, tx, { action: 'oauth.revoke', objectId: clientId, companyId });
    return { revokedAt };
  });
}

/** The company of a client, for operators alone. @throws {ProblemError} `invalid_request`. */
export async function ownerOfClient(ctx: Context, clientId: Id<'oauthClient'>): Promise<OwnedClient> {
  const companyId = await findClientCompany(ctx.sql, clientId);
  if (companyId === null) throw noSuch('client', clientId);
  return { companyId, clientId };
}
