import type { FastifyReply, FastifyRequest } from 'fastify';

/** Headers that our own client sends. */
const ALWAYS = ['Authorization', 'Content-Type', 'If-None-Match', 'Idempotency-Key'];

/** A header name (RFC 9110 section 5.1) of a usual length. A `*` would allow all names, so it is none. */
const NAME = /^[!#$%&'+.^_`|~0-9a-z-]{1,100}$/;

/** More names than any page sends. A longer list is not read: it would only make the response long. */
const MAX_NAMES = 64;
const MAX_LENGTH = 4_096;

/** Credentials of other systems, which pages may attach by mistake; `Client-Cert` has a certificate that a proxy checked. */
const CREDENTIAL =
  /^(?:(?:set-)?cookie2?|(?:proxy-|client-cert).*|.+authorization|.*api-?key|.*(?:auth|access|session|security|id)-?token|.*(?:password|secret).*)$/;

/** Requested header names that a page may send: monitoring tools add their own, and one missing name stops all calls. */
function allowedHeaders(requested: string | undefined): string[] {
  if (requested === undefined || requested.length > MAX_LENGTH) return ALWAYS;
  const names = requested.toLowerCase().split(',', MAX_NAMES);
  const known = new Set(ALWAYS.map((name) => name.toLowerCase()));
  const others = new Set(names.map((name) => name.trim()).filter((name) => NAME.test(name) && !known.has(name)));
  return [...ALWAYS, ...[...others].filter((name) => !CREDENTIAL.test(name))];
}

/** Responds to a preflight. It carries no key, so the response depends on the path and the requested headers only. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, methods: readonly string[]): void {
  reply
    .code(204)
    .header('Access-Control-Allow-Origin', '*')
    .header('Access-Control-Allow-Methods', methods.join(', '))
    .header(
      'Access-Control-Allow-Headers',
      allowedHeaders(request.headers['access-control-request-headers']).join(', '),
    )
    .header('Access-Control-Max-Age', '3600')
    .header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
    .send();
}
