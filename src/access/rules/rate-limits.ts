import type { Caller } from '../../core/viewer.js';

/** Requests a minute for keys without their own limit. */
const DEFAULT_LIMITS = { test: 60, server: 600, visitor: 120, site: 6_000 } as const;

/** Where a request is counted: `name` identifies the bucket, `perMinute` fills it. */
export interface Bucket {
  name: string;
  perMinute: number;
}

/**
 * The buckets a keyed call counts in, narrowest first: a website key is counted per visitor under a ceiling for its
 * site. All tokens of a client count together, apart from its key.
 *
 * @param visitor identifies the caller's address without revealing it.
 */
export function toBuckets(caller: Caller, visitor: string): Bucket[] {
  const who = caller.token?.clientId ?? caller.keyId;
  if (caller.kind === 'website') {
    return [
      { name: `visitor:${who}:${visitor}`, perMinute: caller.rateLimit ?? DEFAULT_LIMITS.visitor },
      { name: `site:${who}`, perMinute: caller.siteRateLimit ?? DEFAULT_LIMITS.site },
    ];
  }
  return [{ name: `key:${who}`, perMinute: caller.rateLimit ?? DEFAULT_LIMITS[caller.kind] }];
}
