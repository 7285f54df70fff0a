import { type IncomingMessage, request as sendHttp } from 'node:http';
import type { Socket } from 'node:net';
import { checkDeliveryUrl } from '../../core/delivery-url.js';
import type { Mode } from '../../core/mode.js';
import type { Outcome } from '../../core/outcomes.js';
import { connected, dial } from './connector.js';
import { DeliveryFault, toFault } from './faults.js';
import { permittedAddresses, type Resolve, resolveName, resolveNameLocally } from './resolve.js';

/** One deadline over the lookup, the connection, the request and the whole answer (contract: Events, rule 2). */
export const ANSWER_DEADLINE_MS = 10_000;
/** How much of a response is stored. */
const ANSWER_KEPT_BYTES = 8 * 1024;
/** A 2xx response must end within this size; reading stops here. */
const ANSWER_LIMIT_BYTES = 256 * 1024;

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  mode: Mode;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface OutboundOptions {
  /** `config.allowPrivateDelivery`: development and tests only. */
  allowPrivate: boolean;
  /** Defaults to a resolver of our own; replaced in tests. */
  resolve?: Resolve;
  /** Certificate authorities besides the usual ones. */
  ca?: string | Buffer;
  deadlineMs?: number;
}

export interface OutboundOutcome {
  class: Outcome;
  statusCode: number | null;
  /** The first {@link ANSWER_KEPT_BYTES} of the answer. */
  answer: Buffer;
  /** What happened, in words of the machine; null for an answer. */
  detail: string | null;
  durationMs: number;
}

/** Sends one request on a new connection. @throws only for failures of our own machine, such as no free file descriptors. */
export async function sendOutbound(request: OutboundRequest, options: OutboundOptions): Promise<OutboundOutcome> {
  const startedAt = performance.now();
  const answer: Answer = { statusCode: null, kept: [], bytes: 0 };
  let outcome: { class: Outcome; detail: string | null };
  try {
    await attempt(permittedUrl(request, options), request, options, answer);
    outcome = { class: 'ok', detail: null };
  } catch (error) {
    const fault = toFault(error);
    outcome = { class: fault.failure, detail: inOneLine(fault.message) };
  }
  return {
    ...byStatus(answer.statusCode, outcome),
    statusCode: answer.statusCode,
    answer: Buffer.concat(answer.kept).subarray(0, ANSWER_KEPT_BYTES),
    durationMs: Math.round(performance.now() - startedAt),
  };
}

interface Answer {
  statusCode: number | null;
  kept: Buffer[];
  bytes: number;
}

function permittedUrl(request: OutboundRequest, options: OutboundOptions): URL {
  const { mode } = request;
  const { allowPrivate } = options;
  const check = checkDeliveryUrl(request.url, { mode, allowPrivate, longest: Number.POSITIVE_INFINITY });
  if (!check.ok) throw new DeliveryFault('blocked_address', check.reason);
  return check.url;
}

/** On its own connection: if the receiver closed a kept one, it would count as a failure. One timer covers all steps. */
function attempt(url: URL, request: OutboundRequest, options: OutboundOptions, answer: Answer): Promise<void> {
  return new Promise((resolve, reject) => {
    let socket: Socket | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      socket?.destroy();
    };
    // Neither a lookup nor the HTTP client keeps to a deadline in every state.
    const timer = setTimeout(() => {
      end();
      reject(new DeliveryFault('timeout', 'the answer was not complete in time'));
    }, options.deadlineMs ?? ANSWER_DEADLINE_MS);
    const work = async () => {
      const { allowPrivate, resolve = allowPrivate ? resolveNameLocally : resolveName } = options;
      const addresses = await permittedAddresses(url.hostname, { resolve, allowPrivate });
      if (isOver) return;
      socket = dial(url, addresses, options.ca);
      await connected(socket, url.protocol === 'https:');
      if (!isOver) await exchange(socket, url, request, answer);
    };
    work().finally(end).then(resolve, reject);
  });
}

/** Node's own client: undici fails at interim answers (1xx) and at a body where none may be (204). */
function exchange(socket: Socket, url: URL, request: OutboundRequest, answer: Answer): Promise<void> {
  const { method, headers, body } = request;
  return new Promise((resolve, reject) => {
    const outgoing = sendHttp({
      createConnection: () => socket,
      method,
      path: url.pathname + url.search,
      headers: { host: url.host, ...headers },
    });
    let heard: IncomingMessage | undefined;
    outgoing.on('error', (error) => {
      if (heard === undefined) reject(error);
      // Bytes after a complete answer do not matter.
      else if (!heard.complete) heard.destroy(error);
    });
    outgoing.once('response', (response) => {
      heard = response;
      read(response, answer).then(resolve, reject);
    });
    outgoing.once('upgrade', () => reject(new DeliveryFault('protocol', 'the answer has the status 101')));
    outgoing.end(body);
  });
}

function read(response: IncomingMessage, answer: Answer): Promise<void> {
  const statusCode = response.statusCode ?? 0;
  answer.statusCode = statusCode;
  const limit = isSuccess(statusCode) ? ANSWER_LIMIT_BYTES : ANSWER_KEPT_BYTES;
  return new Promise((resolve, reject) => {
    response
      .on('data', (chunk: Buffer) => {
        if (answer.bytes < ANSWER_KEPT_BYTES) answer.kept.push(chunk);
        answer.bytes += chunk.length;
        if (answer.bytes <= limit) return;
        response.pause();
        reject(new DeliveryFault('answer_too_large', `the answer did not end within ${limit} bytes`));
      })
      .once('end', resolve)
      .on('error', reject)
      .once('close', () => {
        if (!response.readableEnded) reject(new DeliveryFault('connection_reset', 'the answer was cut off'));
      });
  });
}

/** A receiver can put text into a system message: it is reduced to text that can be stored and shown. */
function inOneLine(message: string): string {
  return message.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 300);
}

function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}

/** A status that refuses decides, whatever became of the body after it. */
function byStatus(
  statusCode: number | null,
  outcome: { class: Outcome; detail: string | null },
): { class: Outcome; detail: string | null } {
  if (statusCode === null || isSuccess(statusCode)) return outcome;
  const family = Math.floor(statusCode / 100);
  if (family === 3) return { class: 'http_3xx', detail: null };
  if (family === 4) return { class: 'http_4xx', detail: null };
  if (family === 5) return { class: 'http_5xx', detail: null };
  return { class: 'protocol', detail: `the answer has the status ${statusCode}` };
}
