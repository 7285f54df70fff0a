import {
  type VerifyOptions,
  verify,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify.js';

/** The options of a receiver. */
export interface ReceiverOptions extends VerifyOptions {
  /** Every secret you accept. A function is asked at each delivery. */
  secrets: string | readonly string[] | (() => string | readonly string[] | Promise<string | readonly string[]>);
  /**
   * Stores the delivery. If it throws, the answer is 500 and we deliver again. Be quick: the answer must be there within
   * 10 seconds.
   */
  onEvent(event: WebhookEvent): void | Promise<void>;
  /** Called with errors of `onEvent`, and with refused deliveries. */
  onError?(error: unknown): void;
}

/** Longer than any delivery is. */
const MOST_BYTES = 1_048_576;

/** Verifies a delivery and hands it on. @returns the status to answer with. */
export async function receive(
  body: Uint8Array | string,
  headers: WebhookHeaders,
  { secrets, onEvent, onError, ...options }: ReceiverOptions,
): Promise<204 | 400 | 500> {
  try {
    const accepted = typeof secrets === 'function' ? await secrets() : secrets;
    await onEvent(await verify(body, headers, accepted, options));
    return 204;
  } catch (error) {
    onError?.(error);
    return error instanceof WebhookVerificationError ? 400 : 500;
  }
}

/** Reads the body of a request of Node. @returns null if it is longer than any delivery. */
export async function readBody(source: AsyncIterable<Uint8Array>): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

/**
 * A handler of web `Request`s, as Next.js, Hono, Deno, Bun and Cloudflare have them.
 *
 * ```ts
 * export const POST = webhooks.webHandler({ secrets: process.env.WEBHOOK_SECRET ?? '', onEvent });
 * ```
 */
export function webHandler(options: ReceiverOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { Allow: 'POST' } });
    const status = await receive(new Uint8Array(await request.arrayBuffer()), request.headers, options);
    return new Response(null, { status });
  };
}
