import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyDirectory } from '../../src/access/authenticate.js';
import { type Bucket, toBuckets } from '../../src/access/rules/rate-limits.js';
import { type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { App } from '../http/access.js';
import type { GuardCheck } from '../http/key-guards.js';
import type { Limiter, Standing } from '../limits/limiter.js';
import { isUnlistedPage, recognize } from './authenticate.js';
import { setReaders } from './cors.js';
import { onAccess } from './route-hooks.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a call in another bucket, once its handler knows whose it is. @throws {ProblemError} `rate_limited`. */
    countIn: (bucket: Bucket, reply: FastifyReply) => Promise<void>;
    /** Counts that a visitor opened a buy page; false: too many in a minute for one visitor, and not to be recorded. */
    countOpening: (request: FastifyRequest) => Promise<boolean>;
    /**
     * Counts a call that reaches a keyed path and yet meets no route (a wrong method, a path that cannot be decoded)
     * like all others of a known key, with the same headers. An unknown caller gets only the refusal.
     *
     * @throws {ProblemError} `rate_limited`, instead of the call's refusal.
     */
    countUnrouted: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  }
  interface FastifyRequest {
    /** Assistants may send several calls in one request: counts the others. @throws {ProblemError} `rate_limited`. */
    countMore: (calls: number) => Promise<void>;
  }
}

/** As many as `POST /track` takes from an address (contract: Browser signals). */
const OPENINGS = 300;

/** Refused calls with a key but without its certificate or network. */
const GUARDED: readonly ProblemCode[] = ['certificate_required', 'certificate_mismatch', 'ip_not_allowed'];

function announce(reply: FastifyReply, standing: Standing): void {
  reply.header('ratelimit-limit', String(standing.limit));
  reply.header('ratelimit-remaining', String(standing.remaining));
  reply.header('ratelimit-reset', String(standing.resetSeconds));
  // One visitor's numbers: a cache that many share must not give them to the next.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private');
}

/**
 * Counts a call in each bucket, narrowest first, and stops at the first full one: a flood from one visitor leaves the rest alone.
 *
 * @throws {ProblemError} `rate_limited`.
 */
async function count(limiter: Limiter, buckets: readonly Bucket[], reply: FastifyReply): Promise<void> {
  let nearest: Standing | null = null;
  for (const bucket of buckets) {
    const standing = await limiter.hit(bucket);
    if (nearest === null || standing.exceeded || standing.remaining < nearest.remaining) nearest = standing;
    if (standing.exceeded) break;
  }
  if (nearest === null) return;
  announce(reply, nearest);
  if (nearest.exceeded) throw tooMany(nearest);
}

function tooMany(standing: Standing): ProblemError {
  return new ProblemError('rate_limited', {
    detail: `More than ${standing.limit} requests in a minute. Wait ${standing.resetSeconds} seconds.`,
    headers: { 'Retry-After': String(standing.resetSeconds) },
  });
}

type NameVisitor = (address: string) => string;

function callersBuckets(request: FastifyRequest, nameVisitor: NameVisitor): Bucket[] {
  const { caller, refusal } = request;
  const buckets = toBuckets(caller, caller.kind === 'website' ? nameVisitor(request.ip) : '');
  if (refusal === null) return buckets;
  const elsewhere = refusal.code === 'origin_not_allowed' || isUnlistedPage(request);
  return allowanceOf(buckets, refusal, elsewhere, () => nameVisitor(request.ip));
}

/** A page that may not use the key, or a thief without its certificate or address, must not use its owner's allowance. */
function allowanceOf(buckets: Bucket[], refusal: ProblemError, elsewhere: boolean, visitor: () => string): Bucket[] {
  const [narrowest] = buckets;
  if (narrowest && elsewhere) return [narrowest];
  if (narrowest && GUARDED.includes(refusal.code)) {
    return [{ ...narrowest, name: `refused:${narrowest.name}:${visitor()}` }];
  }
  return buckets;
}

interface Parts {
  keys: KeyDirectory;
  guardRefusal: GuardCheck;
  limiter: Limiter;
  nameVisitor: NameVisitor;
}

/** Limits per minute (contract: Limits); their headers report the nearest bucket, on all responses to a known caller. */
export function rateLimit(app: App, { keys, guardRefusal, limiter, nameVisitor }: Parts): void {
  const visitor = (request: FastifyRequest): string => nameVisitor(request.ip);
  app.decorate('countIn', async (bucket, reply) => count(limiter, [bucket], reply));
  app.decorate('countOpening', async (request) => {
    const { exceeded } = await limiter.hit({ name: `opened:${visitor(request)}`, perMinute: OPENINGS });
    return !exceeded;
  });
  app.decorate('countUnrouted', async (request, reply) => {
    if (request.headers.authorization === undefined || !(await recognize(request, keys, guardRefusal))) return;
    setReaders(request, reply);
    await count(limiter, callersBuckets(request, nameVisitor), reply);
  });
  onAccess(app, {
    keyed(hooks, { keyless }) {
      const buckets = (request: FastifyRequest): Bucket[] =>
        keyless && !request.caller
          ? [{ name: `${keyless.name}:${visitor(request)}`, perMinute: keyless.perMinute }]
          : callersBuckets(request, nameVisitor);
      hooks.onRequest(async (request, reply) => {
        const counted = buckets(request);
        if (keyless) {
          request.countMore = async (calls) => {
            for (let i = 0; i < calls; i++) await count(limiter, counted, reply);
          };
        }
        await count(limiter, counted, reply);
      });
    },
    open(hooks, { limit }) {
      if (!limit) return;
      const { name, perMinute } = limit;
      hooks.onRequest((request, reply) => count(limiter, [{ name: `${name}:${visitor(request)}`, perMinute }], reply));
    },
  });
}
