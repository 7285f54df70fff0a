import type { Bucket } from '../../src/access/rules/rate-limits.js';
import type { Context } from '../../src/platform/context/context.js';
import { LocalCounters } from './local-counters.js';
import type { SharedCounters } from './shared-counters.js';

/** The state of a bucket after a call was counted. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least one. */
  resetSeconds: number;
  exceeded: boolean;
}

/** `alone`: counters should be shared, but the store is down. */
export const LIMITER_MODES = ['process', 'shared', 'alone'] as const;

export interface LimiterState {
  mode: (typeof LIMITER_MODES)[number];
  /** How often the shared store became unavailable. */
  outages: number;
  /** Calls counted in this process because the store could not. */
  countedAlone: number;
}

export interface Limiter {
  /** Counts one call; windows of one minute begin with their first call. */
  hit(bucket: Bucket): Promise<Standing>;
  state(): LimiterState;
  /** Settles once the store is connected, or known to be down. */
  ready(): Promise<void>;
  close(): void;
}

/** Counters here, or shared in Redis or Valkey by `REDIS_URL`; if that fails, this process counts on alone. */
export function createLimiter({ config, log }: Context): Limiter {
  const local = new LocalCounters();
  let shared: SharedCounters | null = null;
  if (config.redisUrl) {
    // The store's client is loaded only where there is a store.
    const store: typeof import('./shared-counters.js') = require('./shared-counters.js');
    shared = new store.SharedCounters(config.redisUrl, log);
  }
  let countedAlone = 0;

  return {
    async hit({ name, perMinute: limit }) {
      let counted = local.count(name);
      if (shared) {
        const there = await shared.count(name);
        if (there) counted = local.learn(name, counted, there);
        else countedAlone++;
      }
      const { count, msLeft } = counted;
      return {
        limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
        exceeded: count > limit,
      };
    },
    state: () => ({
      mode: shared ? (shared.reachable ? 'shared' : 'alone') : 'process',
      outages: shared?.outages ?? 0,
      countedAlone,
    }),
    ready: async () => shared?.ready,
    close: () => shared?.close(),
  };
}
