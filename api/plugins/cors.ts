import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyKind } from '../../src/core/viewer.js';
import type { App } from '../http/access.js';
import { isForeignPage } from './authenticate.js';
import { onAccess } from './route-hooks.js';

const EXPOSED = 'Service-Request-Id, ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After';
const ACCEPTED = 'Authorization, Content-Type, If-None-Match, Idempotency-Key';

function readableBy(reply: FastifyReply, origin: string): void {
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', EXPOSED);
}

/** Sets which page may read a keyed response, and that it is private to a key. */
export function setReaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'private');
  reply.header('vary', 'Authorization, Origin');
  // Unset where no key is needed.
  const kind: KeyKind | undefined = request.caller?.kind;
  const { origin } = request.headers;
  const refused = request.refusal?.code === 'origin_not_allowed';
  if (kind === 'test' || (kind === undefined && !refused)) readableBy(reply, '*');
  else if (kind === 'website' && origin !== undefined && !isForeignPage(request)) readableBy(reply, origin);
}

/**
 * Which web pages may read a response (contract: Authentication 7): those of a website key's domains, every page for a
 * test key and the sandbox, none for a server key.
 */
export function cors(app: App): void {
  onAccess(app, {
    keyed(hooks) {
      hooks.onRequest((request, reply, done) => {
        setReaders(request, reply);
        done();
      });
    },
    open(hooks, { anyOrigin }) {
      if (!anyOrigin) return;
      hooks.onRequest((_request, reply, done) => {
        readableBy(reply, '*');
        done();
      });
    },
  });
}

/** Responds to a preflight: it carries no key, so the response names only what the path takes, with `headers` of its own. */
export function answerPreflight(
  reply: FastifyReply,
  methods: readonly string[],
  headers: readonly string[] = [],
): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Allow-Methods', methods.join(', '))
    .header('Access-Control-Allow-Headers', [ACCEPTED, ...headers].join(', '))
    .header('Access-Control-Max-Age', '3600')
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}
