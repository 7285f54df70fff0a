import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Id } from '../core/ids.js';
import { networkMatcher } from '../core/ip-allowlist.js';
import { isAccessToken } from '../core/key-format.js';
import { type Caller, UNLIMITED_AGREEMENT } from '../core/viewer.js';
import type { Context } from '../platform/context/context.js';
import { listen } from '../platform/database/listener.js';
import { sessionUrl } from '../platform/database/pooler.js';
import type { KeyGuards } from './rules/key-guards.js';
import { findKeyByHash, type KnownKeyRow } from './sql/api-keys.js';
import { findTokenByHash, type KnownTokenRow } from './sql/oauth-tokens.js';

/** A presented key or access token with its key's settings. */
export interface KnownKey {
  caller: Caller;
  revoked: boolean;
  /** An expired access token. */
  expired: boolean;
  suspended: boolean;
  /** From when on it is revoked: it was rolled, and this is the one before. */
  endsAt: Date | null;
  /** The certificates and addresses that calls with the key must come from; null: any. */
  guards: KeyGuards | null;
}

export interface KeyDirectory {
  /** The caller behind a key or token; null when it is unknown. Returns a value instead of a promise when it is cached. */
  find(key: string): KnownKey | null | Promise<KnownKey | null>;
  /** Looks an access token up anew at its next use: its revoker must not wait for the database's announcement. */
  forget(token: string): void;
  close(): Promise<void>;
}

/** Limit of a cache entry's life, in case a notification is lost. */
const BELIEVED_MS = 30_000;
const MAX_KEYS = 50_000;

function isOf({ hash: own, previousHash }: KnownKeyRow, hashed: Buffer): boolean {
  return timingSafeEqual(own, hashed) || (previousHash !== null && timingSafeEqual(previousHash, hashed));
}

function toGuards({ kind, certificates, allowedAddresses: networks }: KnownKeyRow): KeyGuards | null {
  if (!certificates && networks.length === 0) return null;
  return {
    certificates: (certificates ?? []).map((certificate) => ({
      ...certificate,
      notAfter: new Date(certificate.notAfter),
    })),
    allows: networks.length > 0 ? networkMatcher(networks) : null,
    sharesAddress: kind !== 'website',
  };
}

function toKnown(row: KnownKeyRow, shown: Buffer): KnownKey {
  const guards = toGuards(row);
  const live = row.kind !== 'test';
  const isPrevious = !timingSafeEqual(row.hash, shown);
  const caller: Caller = {
    keyId: row.id,
    kind: row.kind,
    companyId: row.companyId,
    mode: live ? 'live' : 'test',
    ref: row.ref,
    agreement: live
      ? { countries: row.countries, categories: row.categories, payingOnly: row.payingOnly }
      : UNLIMITED_AGREEMENT,
    capabilities: row.capabilities,
    domains: row.domains,
    rateLimit: row.rateLimit,
    siteRateLimit: row.siteRateLimit,
    certificates: guards?.certificates,
    ...(isPrevious && { isPrevious }),
  };
  const suspended = row.companyStatus === 'suspended';
  const endsAt = isPrevious ? row.previousUntil : null;
  return { caller, revoked: row.revokedAt !== null, expired: false, suspended, endsAt, guards };
}

/** The caller of an access token: the caller of its client's key, limited to the token's scopes and lifetime. */
interface KnownToken extends KnownKey {
  clientId: Id<'oauthClient'>;
  keyDigest: string;
  expiresAt: Date;
}

function toKnownToken(token: KnownTokenRow, key: KnownKey): KnownToken {
  const { clientId, scopes, expiresAt } = token;
  const rateLimit = token.rateLimit ?? key.caller.rateLimit;
  return {
    ...key,
    caller: { ...key.caller, rateLimit, token: { clientId, scopes } },
    revoked: key.revoked || token.revoked,
    clientId,
    keyDigest: token.keyHash.toString('hex'),
    expiresAt,
  };
}

/**
 * Looks keys and tokens up by their SHA-256 and keeps them in memory. The database announces every change of a key,
 * token, client, company or agreement, and while notifications cannot be received the cache is not used, so a
 * revocation takes effect in every process as soon as the notification is there, a few milliseconds after its commit.
 */
export function createKeyDirectory(ctx: Context): KeyDirectory {
  const settings = { max: MAX_KEYS, ttl: BELIEVED_MS, ttlResolution: 500 };
  const keys = new LRUCache<string, KnownKey>(settings);
  const tokens = new LRUCache<string, KnownToken>(settings);
  let listening = false;
  // Counts notifications: a row read before one must not be cached after it.
  let generation = 0;

  function forget(payload: string): void {
    generation++;
    const [what, id] = payload.split(':', 2);
    if (id === undefined) return;
    if (what === 'token') tokens.delete(id);
    else if (what === 'client') forgetTokens((token) => token.clientId === id);
    else if (what === 'key') {
      keys.delete(id);
      forgetTokens((token) => token.keyDigest === id);
    } else {
      for (const [digest, key] of keys.entries()) if (key.caller.companyId === id) keys.delete(digest);
      forgetTokens((token) => token.caller.companyId === id);
    }
  }

  function forgetTokens(which: (token: KnownToken) => boolean): void {
    for (const [digest, token] of tokens.entries()) if (which(token)) tokens.delete(digest);
  }

  function forgetAll(heard: boolean): void {
    listening = heard;
    generation++;
    keys.clear();
    tokens.clear();
  }

  const listener = listen({
    url: sessionUrl(ctx.config.database) ?? '',
    name: 'partner-events keys',
    channel: 'access_changed',
    onMessage: forget,
    onUp: () => forgetAll(true),
    onDown: () => forgetAll(false),
  });

  async function load(digest: string): Promise<KnownKey | null> {
    const began = generation;
    const hashed = Buffer.from(digest, 'hex');
    const row = await findKeyByHash(ctx.sql, hashed, ctx.clock.now());
    if (!row || !isOf(row, hashed)) return null;
    const entry = toKnown(row, hashed);
    if (listening && began === generation) keys.set(digest, entry);
    return entry;
  }

  async function loadToken(digest: string): Promise<KnownToken | null> {
    const began = generation;
    const hashed = Buffer.from(digest, 'hex');
    const row = await findTokenByHash(ctx.sql, hashed);
    if (!row || !timingSafeEqual(row.hash, hashed)) return null;
    const key = await findKeyByHash(ctx.sql, row.keyHash, ctx.clock.now());
    if (!key) return null;
    const entry = toKnownToken(row, toKnown(key, row.keyHash));
    if (listening && began === generation) tokens.set(digest, entry);
    return entry;
  }

  function findToken(digest: string): KnownKey | Promise<KnownKey | null> {
    const judged = (token: KnownToken): KnownKey =>
      token.expiresAt <= ctx.clock.now() ? { ...token, expired: true } : token;
    const known = listening ? tokens.get(digest) : undefined;
    return known ? judged(known) : loadToken(digest).then((token) => token && judged(token));
  }

  return {
    find(key) {
      // The timing of a digest's lookup reveals nothing about a key. Text that cannot be a key is looked up too, so
      // that every refusal takes as long.
      const digest = hash('sha256', key);
      if (isAccessToken(key)) return findToken(digest);
      const known = listening ? keys.get(digest) : undefined;
      if (known === undefined) return load(digest);
      return known.endsAt !== null && known.endsAt <= ctx.clock.now() ? { ...known, revoked: true } : known;
    },
    forget: (token) => forget(`token:${hash('sha256', token)}`),
    close: () => listener.close(),
  };
}
