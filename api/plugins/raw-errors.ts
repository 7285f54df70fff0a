import { IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ProblemCode, ProblemError } from '../../src/core/problems.js';
import type { Context } from '../../src/platform/context/context.js';
import { problemBody } from '../http/problem-body.js';
import { ANYWHERE } from './known-paths.js';
import { sendProblem, toProblem } from './problem-details.js';
import { protect, protectedHead } from './security-headers.js';

/** Writes a problem to a connection without a readable request, and closes it. */
function refuseSocket(socket: Duplex, problem: ProblemError, { config, memory }: Context): void {
  const id = memory.newRequestId();
  const body = JSON.stringify(problemBody(problem, id, config.origin));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      'Content-Type: application/problem+json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      'Connection: close',
      ...protectedHead(socket, config),
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

type ParseError = NodeJS.ErrnoException & { rawPacket?: unknown; bytesParsed?: number };

/** Whether the unreadable request has a valid first line with a method that Node does not know. */
function unknownMethod({ rawPacket, bytesParsed = 0 }: ParseError): boolean {
  if (!Buffer.isBuffer(rawPacket)) return false;
  const begin = rawPacket.lastIndexOf('\n', bytesParsed) + 1;
  const line = rawPacket.toString('latin1', begin, begin + 8_300);
  return /^[\w!#$%&'*+.^`|~-]+ \S+ HTTP\/1\.[01]\r\n/.test(line);
}

function wrongMethod(): ProblemError {
  return new ProblemError('method_not_allowed', { allowed: [...ANYWHERE] });
}

function parseProblem(error: ParseError): ProblemError {
  if (error.code === 'HPE_HEADER_OVERFLOW')
    return new ProblemError(addressOverflowed(error.rawPacket) ? 'uri_too_long' : 'headers_too_large');
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new ProblemError('request_timeout');
  if (error.code === 'HPE_INVALID_METHOD' && unknownMethod(error)) return wrongMethod();
  return new ProblemError('invalid_request', { detail: 'The request is not well-formed HTTP.' });
}

/** The response in progress on the connection, if any. */
function answerOn(socket: Duplex): ServerResponse | null {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return message instanceof ServerResponse ? message : null;
}

/** Whether the end of the last request that began on the connection has not arrived. */
function isMidRequest(socket: Duplex): boolean {
  const parser: unknown = Reflect.get(socket, 'parser');
  const message: unknown = parser instanceof Object ? Reflect.get(parser, 'incoming') : null;
  return message instanceof IncomingMessage && !message.complete;
}

/** How long a connection may take to read its refusal. */
const LINGER_MS = 5_000;

/** Ends the connection, but reads on for a while: a connection that is closed with unread bytes loses its last answer. */
function endAfterReading(socket: Duplex): void {
  socket.end();
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Called with every refusal that was written to a connection directly. */
type Refused = (code: ProblemCode) => void;

/** Refuses a connection once the earlier requests on it have been answered. */
function refuse(problem: ProblemError, socket: Duplex, ctx: Context, refused: Refused): void {
  const answer = answerOn(socket);
  if (!socket.writable) socket.destroy();
  else if (answer?.req.complete && !answer.writableFinished) {
    // A fault after a whole request: the refusal must not be taken for its answer.
    socket.pause();
    answer.once('finish', () => setImmediate(refuse, problem, socket, ctx, refused));
  } else if (answer?.headersSent && !answer.writableFinished) {
    // Whatever is written now would land inside the answer.
    if (answer.writableEnded) answer.once('finish', () => endAfterReading(socket));
    else socket.destroy();
  } else {
    // A request that was answered before all of it arrived gets no second answer.
    const answered = (answer === null || answer.writableFinished) && isMidRequest(socket);
    if (!answered) {
      refused(problem.code);
      refuseSocket(socket, problem, ctx);
    }
    endAfterReading(socket);
  }
}

/** The `clientError` handler: malformed HTTP, heads too large and requests that never end get the common error body. */
export function clientErrorHandler(
  ctx: Context,
  refused: Refused = () => {},
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  // Each further piece of unreadable input is a fault of its own: only the first counts.
  const faulty = new WeakSet<Socket>();

  return (error: ParseError, socket) => {
    // Without a handshake there is no way to say anything.
    const unheard = error.code === 'ECONNRESET' || /^ERR_(SSL|TLS)_/.test(error.code ?? '');
    if (unheard || !socket.writable) socket.destroy();
    else if (!faulty.has(socket)) {
      faulty.add(socket);
      refuse(parseProblem(error), socket, ctx, refused);
    }
  };
}

/** Requests that Node would drop or answer with its own message. */
export function rawRefusals(server: Server, ctx: Context, refused: Refused = () => {}): void {
  server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy());
    refuse(wrongMethod(), socket, ctx, refused);
  });
  // A request like others, with an answer in its turn: the check of its frame reports the fault.
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}

/** Responds to paths that the router refuses: a path that cannot be decoded, or a path with a part that is too long. */
export function unroutable(
  ctx: Context,
  refused: Refused = () => {},
): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    protect(reply, ctx.config);
    const answer = (problem: ProblemError): void => {
      refused(problem.code);
      sendProblem(reply, problem, ctx.config);
    };
    request.server.countUnrouted(request, reply).then(
      () => answer(toProblem(error)),
      (reason: unknown) => answer(toProblem(reason)),
    );
  };
}
