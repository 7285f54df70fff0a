import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ProblemCode, ProblemError } from '../../src/domain/problems.js';
import type { Context } from '../../src/services/context.js';
import { problemBody } from './problem-details.js';
import { newRequestId } from './request-id.js';

/** Writes a problem to a connection on which no request could be made out, and ends it. */
function refuseSocket(socket: Duplex, problem: ProblemError, origin: string): void {
  const id = newRequestId();
  const body = JSON.stringify(problemBody(problem, id, origin));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      `Service-Request-Id: ${id}`,
      ...(problem.allowed ? [`Allow: ${problem.allowed.join(', ')}`] : []),
      '',
      body,
    ].join('\r\n'),
  );
}

/** Whether the head that overflowed had not even ended its first line. */
function addressOverflowed(packet: unknown): boolean {
  return Buffer.isBuffer(packet) && /^[A-Z]+ \S{8192}/.test(packet.toString('latin1', 0, 8_300));
}

function codeOf(error: NodeJS.ErrnoException & { rawPacket?: unknown }): ProblemCode {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return addressOverflowed(error.rawPacket) ? 'uri_too_long' : 'headers_too_large';
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'request_timeout';
  return 'invalid_request';
}

/** Whether an answer has begun on the connection: whatever is written now would land inside it. */
function answering(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return typeof message === 'object' && message !== null && 'headersSent' in message && message.headersSent === true;
}

/** The `clientError` handler: malformed HTTP, heads too large and requests that never end get the common error body. */
export function clientErrorHandler(ctx: Context): (error: NodeJS.ErrnoException, socket: Socket) => void {
  return (error, socket) => {
    // Without a handshake there is no way to say anything.
    const unheard = error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '');
    if (unheard || !socket.writable || answering(socket)) {
      socket.destroy();
      return;
    }
    const code = codeOf(error);
    const detail = code === 'invalid_request' ? { detail: 'The request is not well-formed HTTP.' } : {};
    refuseSocket(socket, new ProblemError(code, detail), ctx.config.origin);
  };
}

/** Requests that Node would drop or answer in its own words. */
export function rawRefusals(server: Server, ctx: Context): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    refuseSocket(
      socket,
      new ProblemError('method_not_allowed', { allowed: ['GET', 'HEAD', 'POST', 'OPTIONS'] }),
      ctx.config.origin,
    );
  });
  server.on('checkExpectation', (request) => {
    const detail = 'The expectation in the Expect header cannot be met.';
    refuseSocket(request.socket, new ProblemError('invalid_request', { detail }), ctx.config.origin);
  });
}
