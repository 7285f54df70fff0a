import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../src/platform/config/config.js';
import type { App } from '../http/access.js';

/** The value of `Strict-Transport-Security`; null where the service is configured to send none. */
function transportSecurity({ hstsMaxAge }: Config): string | null {
  return hstsMaxAge > 0 ? `max-age=${hstsMaxAge}` : null;
}

/** No other type is guessed, and TLS clients stay on TLS. For answers without hooks; {@link securityHeaders} does the rest. */
export function protect(reply: FastifyReply, config: Config): void {
  reply.header('x-content-type-options', 'nosniff');
  const transport = transportSecurity(config);
  // Whether the connection, or a trusted proxy's connection to the client, is over TLS (RFC 6797 section 7.2: never
  // over plain HTTP).
  if (transport !== null && reply.request.protocol === 'https') reply.header('strict-transport-security', transport);
}

/** The same as lines of a head, for answers written to a connection directly. */
export function protectedHead(socket: Duplex, config: Config): string[] {
  const transport = socket instanceof TLSSocket ? transportSecurity(config) : null;
  return [
    'X-Content-Type-Options: nosniff',
    ...(transport === null ? [] : [`Strict-Transport-Security: ${transport}`]),
  ];
}

/** {@link protect}'s headers on every answer, and no listing by search engines unless a page removes it. Mounted first. */
export function securityHeaders(app: App, config: Config): void {
  app.addHook('onRequest', (_request, reply, done) => {
    protect(reply, config);
    reply.header('x-robots-tag', 'noindex');
    done();
  });
}
