import { Client, type Dispatcher } from 'undici';
import type { Mode } from '../../contracts/wire/common.js';
import type { Outcome } from '../../domain/delivery.js';
import { checkDeliveryUrl } from '../../domain/delivery-url.js';
import { guardedConnector } from './connector.js';
import { DeliveryFault, toFault } from './faults.js';
import { type Resolve, resolveName, resolveNameLocally } from './resolve.js';

/** One deadline over the look-up, the connection, the request and the whole answer (contract: Events, rule 2). */
export const ANSWER_DEADLINE_MS = 10_000;
/** How much of an answer is kept. */
export const ANSWER_KEPT_BYTES = 8 * 1024;
/** A 2xx answer has to end within this much; reading stops here. */
export const ANSWER_LIMIT_BYTES = 256 * 1024;

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

/**
 * Sends one request on a connection of its own and says how it ended, whatever the receiver does.
 *
 * @throws only for faults of our own machine, such as no file descriptors left.
 */
export async function sendOutbound(request: OutboundRequest, options: OutboundOptions): Promise<OutboundOutcome> {
  const startedAt = performance.now();
  const deadline = new AbortController();
  const timeout = new DeliveryFault('timeout', 'the answer was not complete in time');
  const timer = setTimeout(() => deadline.abort(timeout), options.deadlineMs ?? ANSWER_DEADLINE_MS);
  const answer: Answer = { statusCode: null, kept: [], bytes: 0 };
  let client: Client | undefined;
  let outcome: { class: Outcome; detail: string | null };
  try {
    const url = permittedUrl(request, options);
    client = connectLater(url, options, deadline.signal);
    await exchange(client, url, request, deadline.signal, answer);
    outcome = { class: 'ok', detail: null };
  } catch (error) {
    const fault = deadline.signal.aborted ? timeout : toFault(error);
    outcome = { class: fault.failure, detail: inOneLine(fault.message) };
  } finally {
    clearTimeout(timer);
    deadline.abort(timeout);
    // Nothing waits for the connection to be gone; an error while closing it changes no outcome.
    client?.destroy().catch(() => {});
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

/** A client for one request: a kept connection that the receiver closes just then would count as its failure. */
function connectLater(url: URL, options: OutboundOptions, signal: AbortSignal): Client {
  const connect = guardedConnector({
    resolve: options.resolve ?? (options.allowPrivate ? resolveNameLocally : resolveName),
    allowPrivate: options.allowPrivate,
    ca: options.ca,
    signal,
  });
  return new Client(url.origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
}

async function exchange(
  client: Client,
  url: URL,
  request: OutboundRequest,
  signal: AbortSignal,
  answer: Answer,
): Promise<void> {
  const response: Dispatcher.ResponseData = await client.request({
    path: url.pathname + url.search,
    method: request.method,
    headers: request.headers,
    body: request.body ?? null,
    signal,
  });
  answer.statusCode = response.statusCode;
  const limit = isSuccess(response.statusCode) ? ANSWER_LIMIT_BYTES : ANSWER_KEPT_BYTES;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    if (answer.bytes < ANSWER_KEPT_BYTES) answer.kept.push(chunk);
    answer.bytes += chunk.length;
    if (answer.bytes > limit) {
      throw new DeliveryFault('answer_too_large', `the answer did not end within ${limit} bytes`);
    }
  }
}

/** What a receiver can smuggle into a message of the machine stays text that can be stored and shown. */
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
