import { hash, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkMatcher } from '../../domain/ip-allowlist.js';
import { keyKindOf } from '../../domain/key-format.js';
import type { KeyGuards } from '../../domain/key-guards.js';
import { type Caller, UNLIMITED_AGREEMENT } from '../../domain/viewer.js';
import { findKeyByHash, type KnownKeyRow } from '../../store/api-keys.js';
import { listen } from '../../store/listener.js';
import type { Context } from '../context.js';

/** What is known of a presented key. */
export interface KnownKey {
  caller: Caller;
  revoked: boolean;
  suspended: boolean;
  /** What calls are held to beyond the key; null: nothing. */
  guards: KeyGuards | null;
}

export interface KeyDirectory {
  /** The key's owner; null when it is not one of ours. Answers at once, without a promise, for a key met before. */
  find(key: string): KnownKey | null | Promise<KnownKey | null>;
  close(): Promise<void>;
}

/** A net under the notifications: nothing is believed longer than this. */
const BELIEVED_MS = 30_000;
const MOST_KEYS = 50_000;

function guardsOf({ certificates, allowed_addresses: networks }: KnownKeyRow): KeyGuards | null {
  if (!certificates && networks.length === 0) return null;
  return {
    certificates: (certificates ?? []).map((one) => ({ ...one, notAfter: new Date(one.notAfter) })),
    allows: networks.length > 0 ? networkMatcher(networks) : null,
  };
}

function toKnown(row: KnownKeyRow): KnownKey {
  const guards = guardsOf(row);
  const live = row.kind !== 'test';
  const caller: Caller = {
    keyId: row.id,
    kind: row.kind,
    companyId: row.company_id,
    mode: live ? 'live' : 'test',
    ref: row.ref,
    agreement: live
      ? { countries: row.countries, categories: row.categories, payingOnly: row.paying_only }
      : UNLIMITED_AGREEMENT,
    capabilities: row.capabilities,
    domains: row.domains,
    rateLimit: row.rate_limit,
    siteRateLimit: row.site_rate_limit,
    certificates: guards?.certificates,
  };
  return { caller, revoked: row.revoked_at !== null, suspended: row.company_status === 'suspended', guards };
}

/**
 * Looks keys up by their SHA-256 and keeps them in memory. The database announces every change of a key, company or
 * agreement, and while it cannot be heard nothing is taken from memory: a revocation counts at once in every process.
 */
export function createKeyDirectory(ctx: Context): KeyDirectory {
  const entries = new LRUCache<string, KnownKey>({ max: MOST_KEYS, ttl: BELIEVED_MS, ttlResolution: 500 });
  let hearing = false;
  // Counts announcements: an answer read before one must not be kept after it.
  let generation = 0;

  function forget(payload: string): void {
    generation++;
    const [what, id] = payload.split(':', 2);
    if (what === 'key' && id) entries.delete(id);
    else for (const [digest, entry] of entries.entries()) if (entry.caller.companyId === id) entries.delete(digest);
  }

  function forgetAll(heard: boolean): void {
    hearing = heard;
    generation++;
    entries.clear();
  }

  const listener = listen({
    url: ctx.config.database.url ?? '',
    name: 'partner-events keys',
    channel: 'access_changed',
    onMessage: forget,
    onUp: () => forgetAll(true),
    onDown: () => forgetAll(false),
  });

  async function load(digest: string): Promise<KnownKey | null> {
    const began = generation;
    const hashed = Buffer.from(digest, 'hex');
    const row = await findKeyByHash(ctx.sql, hashed);
    if (!row || !timingSafeEqual(row.hash, hashed)) return null;
    const entry = toKnown(row);
    if (hearing && began === generation) entries.set(digest, entry);
    return entry;
  }

  return {
    find(key) {
      if (keyKindOf(key) === null) return null;
      // Looking a digest up tells nobody, by its timing, anything about a key.
      const digest = hash('sha256', key);
      return (hearing ? entries.get(digest) : undefined) ?? load(digest);
    },
    close: () => listener.close(),
  };
}
