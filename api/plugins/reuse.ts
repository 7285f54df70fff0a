import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { App } from '../http/access.js';
import { entityTag } from './etag.js';
import { onAccess } from './route-hooks.js';

/** An answer kept for the same question. */
interface Kept {
  bytes: Buffer;
  /** What the route itself said of the answer, and its ETag. */
  headers: Record<string, string>;
  /** When it was given, on the monotonic clock. */
  since: number;
}

/** A question being answered, for others who ask it meanwhile. */
interface Flight {
  question: string;
  answer: Promise<Kept | null>;
  land(kept: Kept | null): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the call whose answer will be kept. */
    flight: Flight | null;
  }
}

/** The same question gets the same answer this long (contract: Limits). */
const REUSED_MS = 30_000;
const MAX_BYTES = 64 * 1024 * 1024;
const ENTRY_BYTES = 300;

function newFlight(question: string): Flight {
  let land: Flight['land'] = () => {};
  const answer = new Promise<Kept | null>((resolve) => {
    land = resolve;
  });
  return { question, answer, land };
}

/** The question word for word: repeated ones are mostly asked in the same words. */
function verbatim({ caller, headers, url }: FastifyRequest): string {
  return `${caller.keyId} ${headers.origin ?? ''} ${url}`;
}

/** The question by its meaning: parameters in any order, defaults written or not. It holds a tab, so that no address equals it. */
function normalized({ caller, headers, url, query }: FastifyRequest): string {
  return `${caller.keyId} ${headers.origin ?? ''} ${url.split('?', 1)[0]}\t${JSON.stringify(query)}`;
}

function send(reply: FastifyReply, { bytes, headers }: Kept): void {
  reply.headers(headers).send(bytes);
}

/** Headers that belong to one call, or are set for each. */
const OF_ONE_CALL =
  /^(service-request-id|strict-transport-|ratelimit-|access-control-|vary$|cache-control$|content-length$)/;

function keepable(reply: FastifyReply, bytes: Buffer): Kept {
  const headers: Record<string, string> = { etag: entityTag(bytes) };
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (typeof value === 'string' && !OF_ONE_CALL.test(name)) headers[name] = value;
  }
  return { bytes, headers, since: performance.now() };
}

/**
 * Website keys: the same question within 30 seconds gets the same bytes, kept per key, origin and normalised query.
 * Calls that ask what is just being answered wait for that answer.
 */
export function reuse(app: App): void {
  const kept = new LRUCache<string, Kept>({ maxSize: MAX_BYTES, ttl: REUSED_MS, ttlResolution: 100 });
  const flights = new Map<string, Flight>();

  function keep(question: string, answer: Kept, bytes: number): void {
    kept.set(question, answer, { size: bytes + question.length + ENTRY_BYTES, start: answer.since });
  }

  function settle(flight: Flight, answer: Kept | null): void {
    if (flights.get(flight.question) === flight) flights.delete(flight.question);
    flight.land(answer);
  }

  onAccess(app, {
    keyed(hooks, access) {
      if (!access.kinds.includes('website') || access.keyless) return;

      hooks.onRequest((request, reply, done) => {
        const known = request.caller.kind === 'website' ? kept.get(verbatim(request)) : undefined;
        if (known) send(reply, known);
        else done();
      });

      hooks.preHandler((request, reply, done) => {
        if (request.caller.kind !== 'website' || (request.method !== 'GET' && request.method !== 'HEAD')) return done();
        const question = normalized(request);
        const known = kept.get(question);
        if (known) {
          keep(verbatim(request), known, 0);
          return send(reply, known);
        }
        const ahead = flights.get(question);
        if (ahead) return void ahead.answer.then((answer) => (answer ? send(reply, answer) : done()));
        const flight = newFlight(question);
        flights.set(question, flight);
        request.flight = flight;
        // A call that ends without an answer must not keep the others waiting.
        reply.raw.once('close', () => settle(flight, null));
        done();
      });

      hooks.onSend((request, reply, payload, done) => {
        const { flight } = request;
        if (flight) {
          let answer: Kept | null = null;
          if (reply.statusCode === 200 && Buffer.isBuffer(payload)) {
            answer = keepable(reply, payload);
            keep(flight.question, answer, payload.length);
            keep(verbatim(request), answer, 0);
            reply.headers(answer.headers);
          }
          settle(flight, answer);
        }
        done(null, payload);
      });
    },
  });
}
