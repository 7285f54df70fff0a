import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Bucket, bucketsOf } from '../../src/access/rules/rate-limits.js';
import { type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Caller } from '../../src/core/viewer.js';
import type { App } from '../http/access.js';
import type { Limiter, Standing } from '../limits/limiter.js';
import { isForeignPage } from './authenticate.js';
import { onAccess } from './route-hooks.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call in another bucket, once its handler knows whose it is. @throws {ProblemError} `rate_limited`. */
    countIn: (bucket: Bucket, reply: FastifyReply) => Promise<void>;
  }
  interface FastifyRequest {
    /** Assistants may send several calls in one request: counts the others. @throws {ProblemError} `rate_limited`. */
    countMore: (calls: number) => Promise<void>;
  }
}

/** Refused calls with a key but without its certificate or network. */
const GUARDED: readonly ProblemCode[] = ['certificate_required', 'certificate_mismatch', 'ip_not_allowed'];

function announce(reply: FastifyReply, standing: Standing): void {
  reply.header('ratelimit-limit', String(standing.limit));
  reply.header('ratelimit-remaining', String(standing.remaining));
  reply.header('ratelimit-reset', String(standing.resetSeconds));
  // One visitor's numbers: a cache that many share must not give them to the next.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private');
}

/** Counts a call in each bucket, narrowest first, and stops at the first full one: a flood from one visitor leaves the rest alone. */
function count(limiter: Limiter, buckets: readonly Bucket[], reply: FastifyReply): Promise<void> | undefined {
  let nearest: Standing | null = null;
  for (const bucket of buckets) {
    const standing = limiter.hit(bucket);
    // All of them, then: others count in the same store.
    if (standing instanceof Promise) return countShared(limiter, standing, buckets.slice(1), reply);
    nearest = nearer(nearest, standing);
    if (nearest.exceeded) break;
  }
  if (nearest) judge(reply, nearest);
  return undefined;
}

async function countShared(
  limiter: Limiter,
  first: Promise<Standing>,
  rest: readonly Bucket[],
  reply: FastifyReply,
): Promise<void> {
  let nearest = await first;
  for (const bucket of rest) {
    if (nearest.exceeded) break;
    nearest = nearer(nearest, await limiter.hit(bucket));
  }
  judge(reply, nearest);
}

function nearer(before: Standing | null, standing: Standing): Standing {
  return before === null || standing.exceeded || standing.remaining < before.remaining ? standing : before;
}

function judge(reply: FastifyReply, nearest: Standing): void {
  announce(reply, nearest);
  if (nearest.exceeded) throw tooMany(nearest);
}

/** Goes on with the call once it has been counted: at once, where that took no time. */
function after(counting: () => Promise<void> | undefined, done: (error?: Error) => void): void {
  let counted: Promise<void> | undefined;
  try {
    counted = counting();
  } catch (error) {
    done(error as Error);
    return;
  }
  if (counted) counted.then(() => done(), done);
  else done();
}

function tooMany(standing: Standing): ProblemError {
  return new ProblemError('rate_limited', {
    detail: `More than ${standing.limit} requests in a minute. Wait ${standing.resetSeconds} seconds.`,
    headers: { 'Retry-After': String(standing.resetSeconds) },
  });
}

type NameVisitor = (address: string) => string;

type BucketsOf = (visitor: string) => Bucket[];
const MAX_VISITORS = 10_000;

/** Buckets are made once a visitor: a name put together for every call would be hashed anew by every counter. */
function madeOnce(make: BucketsOf): BucketsOf {
  const made = new Map<string, Bucket[]>();
  return (visitor) => {
    let buckets = made.get(visitor);
    if (!buckets) {
      if (made.size >= MAX_VISITORS) made.clear();
      buckets = make(visitor);
      made.set(visitor, buckets);
    }
    return buckets;
  };
}

/** Callers are read anew every half minute, and their buckets go with them. */
const callers = new WeakMap<Caller, BucketsOf>();

function bucketsOfVisitor(caller: Caller, visitor: string): Bucket[] {
  let buckets = callers.get(caller);
  if (!buckets) {
    buckets = madeOnce((one) => bucketsOf(caller, one));
    callers.set(caller, buckets);
  }
  return buckets(visitor);
}

/** The buckets of a known caller. */
function callersBuckets(request: FastifyRequest, nameVisitor: NameVisitor): Bucket[] {
  const { caller, refusal } = request;
  const buckets = bucketsOfVisitor(caller, caller.kind === 'website' ? nameVisitor(request.ip) : '');
  if (refusal === null) return buckets;
  const elsewhere = refusal.code === 'origin_not_allowed' || isForeignPage(request);
  return allowanceOf(buckets, refusal, elsewhere, () => nameVisitor(request.ip));
}

/**
 * A page that may not use the key must not eat the allowance of the site it belongs to; nor must whoever has a stolen
 * key, but not what it is tied to, eat its owner's.
 */
function allowanceOf(buckets: Bucket[], refusal: ProblemError, elsewhere: boolean, visitor: () => string): Bucket[] {
  const [narrowest] = buckets;
  if (narrowest && elsewhere) return [narrowest];
  if (narrowest && GUARDED.includes(refusal.code)) {
    return [{ ...narrowest, name: `refused:${narrowest.name}:${visitor()}` }];
  }
  return buckets;
}

/**
 * Counts a call of a known caller, and returns the state of the nearest bucket.
 *
 * @throws {ProblemError} `rate_limited`.
 */
export function callerCounter(
  limiter: Limiter,
  nameVisitor: NameVisitor,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request, reply) => count(limiter, callersBuckets(request, nameVisitor), reply);
}

/**
 * Limits per minute (contract: Limits) and their headers, on every response to a known caller. Headers report the
 * bucket that is closest to its limit.
 */
export function rateLimit(app: App, limiter: Limiter, nameVisitor: NameVisitor): void {
  const visitor = (request: FastifyRequest): string => nameVisitor(request.ip);
  app.decorate('countIn', async (bucket, reply) => count(limiter, [bucket], reply));
  onAccess(app, {
    keyed(hooks, { keyless }) {
      const buckets = (request: FastifyRequest): Bucket[] =>
        keyless && !request.caller
          ? [{ name: `${keyless.name}:${visitor(request)}`, perMinute: keyless.perMinute }]
          : callersBuckets(request, nameVisitor);
      hooks.onRequest((request, reply, done) => {
        const counted = buckets(request);
        if (keyless) {
          request.countMore = async (calls) => {
            for (let i = 0; i < calls; i++) await count(limiter, counted, reply);
          };
        }
        after(() => count(limiter, counted, reply), done);
      });
    },
    open(hooks, { limit }) {
      if (!limit) return;
      const buckets = madeOnce((one) => [{ name: `${limit.name}:${one}`, perMinute: limit.perMinute }]);
      hooks.onRequest((request, reply, done) => {
        after(() => count(limiter, buckets(visitor(request)), reply), done);
      });
    },
  });
}
