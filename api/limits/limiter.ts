import type { Bucket } from '../../src/access/rules/rate-limits.js';
import type { Context } from '../../src/platform/context/context.js';
import type { Logger } from '../../src/platform/logs/logger.js';
import { type Count, LocalCounters } from './local-counters.js';
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
export type LimiterMode = 'process' | 'shared' | 'alone';

export const LIMITER_MODES: readonly LimiterMode[] = ['process', 'shared', 'alone'];

/** For metrics. */
export interface LimiterState {
  mode: LimiterMode;
  /** How often the shared store became unavailable. */
  outages: number;
  /** Calls counted in this process because the store could not. */
  countedAlone: number;
}

export interface Limiter {
  /** Counts one call, at once where nothing is shared; windows of one minute begin with their first call. */
  hit(bucket: Bucket): Standing | Promise<Standing>;
  state(): LimiterState;
  /** Settles once the store is connected, or known to be down. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Counters in this process, or in Redis/Valkey where `REDIS_URL` is set, so that several processes share them. When
 * that store fails, this process counts alone until it is back, from the last known values.
 */
export function createLimiter(ctx: Context): Limiter {
  const local = new LocalCounters();
  const shared = ctx.config.redisUrl ? openStore(ctx.config.redisUrl, ctx.log) : null;
  let countedAlone = 0;

  async function countIn(store: SharedCounters, name: string): Promise<Count> {
    const answer = await store.count(name);
    if (answer) return local.learn(name, answer);
    countedAlone++;
    return local.count(name);
  }

  return {
    hit({ name, perMinute }) {
      if (!shared) return standingAt(perMinute, local.count(name));
      return countIn(shared, name).then((counted) => standingAt(perMinute, counted));
    },
    state: () => ({
      mode: shared ? (shared.reachable ? 'shared' : 'alone') : 'process',
      outages: shared?.outages ?? 0,
      countedAlone,
    }),
    ready: async () => shared?.ready(),
    close: async () => shared?.close(),
  };
}

function standingAt(limit: number, { count, msLeft }: Count): Standing {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
    exceeded: count > limit,
  };
}

/** The store's client is loaded only where there is a store. */
function openStore(url: string, log: Logger): SharedCounters {
  const { SharedCounters }: typeof import('./shared-counters.js') = require('./shared-counters.js');
  return new SharedCounters(url, log);
}
