import { Valkey } from 'iovalkey';
import { RateLimiterMemory, RateLimiterValkey } from 'rate-limiter-flexible';
import type { Bucket } from '../src/domain/rate-limits.js';
import type { Context } from '../src/services/context.js';

/** How a bucket stands after a call was counted in it. */
export interface Standing {
  limit: number;
  remaining: number;
  /** Whole seconds until the window ends, at least one. */
  resetSeconds: number;
  exceeded: boolean;
}

export interface Limiter {
  /** Counts one call; windows of one minute begin with their first call. */
  hit(bucket: Bucket): Promise<Standing>;
  close(): Promise<void>;
}

const WINDOW_SECONDS = 60;
/** The library only counts; limits differ from key to key, so they are compared here. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The library's own script says `server.call`, which Redis does not know. */
const COUNT = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
return {redis.call('incrby', KEYS[1], ARGV[1]), redis.call('pttl', KEYS[1])}`;

/**
 * Counters in this process, or in Redis/Valkey where `REDIS_URL` is set, so that several processes share them.
 * When that store fails, this process counts alone until it is back.
 */
export function createLimiter(ctx: Context): Limiter {
  const memory = new RateLimiterMemory({ points: UNLIMITED, duration: WINDOW_SECONDS });
  const client = ctx.config.redisUrl ? connect(ctx.config.redisUrl, ctx) : null;
  const counter = client
    ? new RateLimiterValkey({
        storeClient: client,
        keyPrefix: 'partner-events:limit',
        points: UNLIMITED,
        duration: WINDOW_SECONDS,
        rejectIfValkeyNotReady: true,
        customIncrTtlLuaScript: COUNT,
        insuranceLimiter: memory,
      })
    : memory;
  return {
    async hit({ name, perMinute }) {
      const { consumedPoints, msBeforeNext } = await counter.consume(name);
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - consumedPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        exceeded: consumedPoints > perMinute,
      };
    },
    async close() {
      client?.disconnect();
    },
  };
}

function connect(url: string, ctx: Context): Valkey {
  const client = new Valkey(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    disconnectTimeout: 100,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  });
  let reachable = true;
  client.on('error', (error: Error) => {
    if (reachable) ctx.log.warn({ err: error }, 'the limit counters cannot be reached: this process counts alone');
    reachable = false;
  });
  client.on('ready', () => {
    reachable = true;
  });
  return client;
}
