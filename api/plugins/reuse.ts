import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../http/access.js';
import { entityTag } from './etag.js';
import { onAccess } from './route-hooks.js';

interface CachedResponse {
  bytes: Buffer;
  /** The route's own headers, and the ETag. */
  headers: Record<string, string>;
  /** When it was cached, on the monotonic clock. */
  since: number;
}

/** A query in progress, shared by equal calls. */
interface Flight {
  query: string;
  answer: Promise<CachedResponse | null>;
  land(answer: CachedResponse | null): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the call whose response will be cached. */
    flight: Flight | null;
  }
}

/** How long the same query gets the same response (contract: Limits). */
const REUSED_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 300;

function newFlight(query: string): Flight {
  let land: Flight['land'] = () => {};
  const answer = new Promise<CachedResponse | null>((resolve) => {
    land = resolve;
  });
  return { query, answer, land };
}

/** The query as text: most repeats are identical. */
function verbatim({ caller, headers, url }: FastifyRequest): string {
  return `${caller.keyId} ${headers.origin ?? ''} ${url}`;
}

/** The normalized query: parameters in any order, defaults given or not. It contains a tab, so that it never equals a URL. */
function normalized({ caller, headers, url, query }: FastifyRequest): string {
  return `${caller.keyId} ${headers.origin ?? ''} ${url.split('?', 1)[0]}\t${JSON.stringify(query)}`;
}

function send(reply: FastifyReply, { bytes, headers }: CachedResponse): void {
  reply.headers(headers).send(bytes);
}

/** Headers that belong to one call, or are set for each. */
const OF_ONE_CALL =
  /^(service-request-id|strict-transport-|x-robots-tag|ratelimit-|access-control-|vary$|cache-control$|content-length$)/;

function toCached(reply: FastifyReply, bytes: Buffer): CachedResponse {
  const headers: Record<string, string> = { etag: entityTag(bytes) };
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !OF_ONE_CALL.test(name)) headers[name] = value;
  }
  return { bytes, headers, since: performance.now() };
}

/** Website keys: equal queries within 30 seconds get the same bytes, by key and origin, and wait for one in progress. */
export function reuse(app: App): void {
  const cache = new LRUCache<string, CachedResponse>({ maxSize: MAX_BYTES, ttl: REUSED_MS, ttlResolution: 100 });
  const flights = new Map<string, Flight>();

  // The size of the whole answer counts for each of its names: it is kept while any name is.
  function store(query: string, answer: CachedResponse): void {
    cache.set(query, answer, { size: answer.bytes.length + query.length + ENTRY_BYTES, start: answer.since });
  }

  function settle(flight: Flight, answer: CachedResponse | null): void {
    if (flights.get(flight.query) === flight) flights.delete(flight.query);
    flight.land(answer);
  }

  onAccess(app, {
    keyed(hooks, access) {
      if (!access.kinds.includes('website') || access.keyless) return;

      hooks.onRequest((request, reply, done) => {
        const known = request.caller.kind === 'website' ? cache.get(verbatim(request)) : undefined;
        if (known) send(reply, known);
        else done();
      });

      hooks.preHandler((request, reply, done) => {
        if (request.caller.kind !== 'website' || (request.method !== 'GET' && request.method !== 'HEAD')) return done();
        const query = normalized(request);
        const known = cache.get(query);
        if (known) {
          store(verbatim(request), known);
          return send(reply, known);
        }
        const ahead = flights.get(query);
        if (ahead) return void ahead.answer.then((answer) => (answer ? send(reply, answer) : done()));
        const flight = newFlight(query);
        flights.set(query, flight);
        request.flight = flight;
        // A call that ends without a response must not keep the others waiting.
        reply.raw.once('close', () => settle(flight, null));
        done();
      });

      hooks.onSend((request, reply, payload, done) => {
        const { flight } = request;
        if (flight) {
          let answer: CachedResponse | null = null;
          if (reply.statusCode === 200 && Buffer.isBuffer(payload)) {
            answer = toCached(reply, payload);
            store(flight.query, answer);
            store(verbatim(request), answer);
            reply.headers(answer.headers);
          }
          settle(flight, answer);
        }
        done(null, payload);
      });
    },
  });
}
