import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { types } from 'node:util';
import { Agent, request } from 'undici';

/** The timeout of a delivery. */
const DEADLINE_MS = 10_000;
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Hop-by-hop headers: the next hop has its own. */
const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface Forwarded {
  /** The local server's response, passed on to the service; 502 without one. */
  status: number;
  body: Buffer;
  durationMs: number;
  /** Why there is no response. */
  failure: string | null;
}

/** Forwards deliveries to one URL, with the same bytes and headers; redirects are passed back, not followed. */
export class Forwarder {
  // A new connection each: after a restart of the local server an old one would fail.
  private readonly agent = new Agent({ pipelining: 0 });

  constructor(private readonly target: string) {}

  async forward(message: IncomingMessage): Promise<Forwarded> {
    const began = performance.now();
    const ended = (outcome: Omit<Forwarded, 'durationMs'>): Forwarded => ({
      ...outcome,
      durationMs: Math.round(performance.now() - began),
    });
    try {
      const body = await readAll(message, MAX_BODY_BYTES);
      const answer = await request(this.target, {
        method: 'POST',
        headers: endToEnd(message.headers),
        body,
        dispatcher: this.agent,
        signal: AbortSignal.timeout(DEADLINE_MS),
      });
      return ended({ status: answer.statusCode, body: await readAll(answer.body, MAX_ANSWER_BYTES), failure: null });
    } catch (error) {
      return ended({ status: 502, body: Buffer.alloc(0), failure: describe(error) });
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

function endToEnd(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept = Object.entries(headers).filter(([name, value]) => value !== undefined && !HOP_HEADERS.has(name));
  return Object.fromEntries(kept) as Record<string, string | string[]>;
}

/** @throws {Error} for more bytes than the limit. */
export async function readAll(stream: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) throw new Error(`more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function describe(error: unknown): string {
  // The name of a host may lead to several addresses: each has failed, for one reason.
  if (error instanceof AggregateError) return describe(error.errors[0]);
  if (!types.isNativeError(error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${DEADLINE_MS / 1000} s`;
  if ('code' in error && error.code === 'ECONNREFUSED') return 'connection refused: is your server running?';
  return error.message;
}
