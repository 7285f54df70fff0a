import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { FastifyRequest } from 'fastify';
import { fingerprintOf, readClientCertHeader } from '../../src/access/rules/client-certificate.js';
import {
  type CallSource,
  checkGuards,
  type KeyGuards,
  type PresentedCertificate,
} from '../../src/access/rules/key-guards.js';
import { networkMatcher } from '../../src/core/ip-allowlist.js';
import type { ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';

/** Checks a call against the guards of its key; null when it may continue. */
export type GuardCheck = (request: FastifyRequest, guards: KeyGuards) => ProblemError | null;

/** Reads the origin of calls: certificate and address of the connection, and trusted proxies' headers, but no others'. */
export function createGuardCheck({ config, clock }: Pick<Context, 'config' | 'clock'>): GuardCheck {
  const trusted = networkMatcher(config.trustedProxies);
  const authority = config.tls?.clientCa !== undefined;
  const presented = new WeakMap<Socket, PresentedCertificate | null>();

  /** Kept by connection: the handshake is over, so its certificate does not change. */
  function ofConnection(socket: Socket): PresentedCertificate | null {
    let certificate = presented.get(socket);
    if (certificate === undefined) {
      const x509 = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
      certificate = x509
        ? { fingerprint: fingerprintOf(x509.raw), vouched: !authority || (socket as TLSSocket).authorized }
        : null;
      presented.set(socket, certificate);
    }
    return certificate;
  }

  function certificateOf({ raw, headers }: FastifyRequest): PresentedCertificate | null {
    const header = headers['client-cert'];
    if (header === undefined || !trusted(raw.socket.remoteAddress)) return ofConnection(raw.socket);
    // The proxy has checked its issuer.
    const der = typeof header === 'string' ? readClientCertHeader(header) : null;
    return { fingerprint: der && fingerprintOf(der), vouched: true };
  }

  return (request, guards) => {
    const source: CallSource = { address: () => request.ip, certificate: () => certificateOf(request) };
    return checkGuards(guards, source, clock.now());
  };
}
