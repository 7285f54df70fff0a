import { LRUCache } from 'lru-cache';
import type { App } from '../access.js';
import { entityTag } from './etag.js';
import { onAccess } from './route-hooks.js';

/** An answer kept for the same question. */
interface Kept {
  bytes: Buffer;
  etag: string;
  contentType: string;
}

/** A question being answered, for others who ask it meanwhile. */
interface Flight {
  answer: Promise<Kept | null>;
  land(kept: Kept | null): void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the call whose answer will be kept. */
    flight: { question: string; flight: Flight } | null;
  }
}

/** The same question gets the same answer this long (contract: Limits). */
const REUSED_MS = 30_000;
const MOST_BYTES = 64 * 1024 * 1024;

function newFlight(): Flight {
  let land: Flight['land'] = () => {};
  const answer = new Promise<Kept | null>((resolve) => {
    land = resolve;
  });
  return { answer, land };
}

/**
 * Website keys: the same question within 30 seconds gets the same bytes, kept per key, origin and normalised query.
 * Calls that ask what is just being answered wait for that answer.
 */
export function reuse(app: App): void {
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }, question) => bytes.length + question.length + 200,
    ttl: REUSED_MS,
    ttlResolution: 100,
  });
  const flights = new Map<string, Flight>();

  onAccess(app, {
    keyed(hooks, access) {
      if (!access.kinds.includes('website')) return;

      hooks.preHandler((request, reply, done) => {
        const { caller, method } = request;
        if (caller.kind !== 'website' || (method !== 'GET' && method !== 'HEAD')) return done();
        const path = request.url.split('?', 1)[0];
        const question = `${caller.keyId} ${request.headers.origin ?? ''} ${path} ${JSON.stringify(request.query)}`;
        const send = ({ bytes, etag, contentType }: Kept): void => {
          reply.header('ETag', etag).header('Content-Type', contentType).send(bytes);
        };
        const known = kept.get(question);
        if (known) return send(known);
        const ahead = flights.get(question);
        if (ahead) return void ahead.answer.then((answer) => (answer ? send(answer) : done()));
        const flight = newFlight();
        flights.set(question, flight);
        request.flight = { question, flight };
        // A call that ends without an answer must not keep the others waiting.
        reply.raw.once('close', () => settle(question, flight, null));
        done();
      });

      hooks.onSend((request, reply, payload, done) => {
        if (request.flight) {
          const { question, flight } = request.flight;
          const answer =
            reply.statusCode === 200 && Buffer.isBuffer(payload)
              ? { bytes: payload, etag: entityTag(payload), contentType: String(reply.getHeader('content-type')) }
              : null;
          if (answer) {
            kept.set(question, answer);
            reply.header('ETag', answer.etag);
          }
          settle(question, flight, answer);
        }
        done(null, payload);
      });
    },
  });

  function settle(question: string, flight: Flight, answer: Kept | null): void {
    if (flights.get(question) === flight) flights.delete(question);
    flight.land(answer);
  }
}
