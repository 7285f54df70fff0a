import { type ReceiverOptions, readBody, receive } from './receive.js';
import type { WebhookHeaders } from './verify.js';

/** The used parts of a request of Node or Express. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  headers: Record<string, string | string[] | undefined>;
  /** The result of an earlier parser; with `express.raw()` the bytes. */
  body?: unknown;
}

interface NodeResponse {
  statusCode: number;
  end(): unknown;
}

/**
 * A handler for Express, and for `createServer` of Node. Put it before `express.json()`, which would take the bytes that are
 * signed, or behind `express.raw({ type: 'application/json' })`.
 *
 * ```ts
 * app.post('/hook', webhooks.nodeHandler({ secrets: process.env.WEBHOOK_SECRET ?? '', onEvent }));
 * ```
 */
export function nodeHandler(options: ReceiverOptions): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    response.statusCode = await handle(request, options);
    response.end();
  };
}

async function handle(request: NodeRequest, options: ReceiverOptions): Promise<number> {
  let body: Awaited<ReturnType<typeof readRequest>>;
  try {
    body = await readRequest(request, options);
  } catch (error) {
    // The sender closed the connection before the end of the body. Unhandled, that would end the process.
    options.onError?.(error);
    return 400;
  }
  return body === null ? 413 : body === 'parsed' ? 500 : receive(body, request.headers, options);
}

async function readRequest(request: NodeRequest, options: ReceiverOptions): Promise<Uint8Array | null | 'parsed'> {
  if (request.body instanceof Uint8Array) return request.body;
  if (request.body === undefined) return readBody(request);
  options.onError?.(
    new TypeError('The body was parsed before its signature was checked: put the webhook before express.json().'),
  );
  return 'parsed';
}

/** The used parts of Fastify. */
interface FastifyScope {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: unknown, body: Uint8Array, done: (error: null, body: Uint8Array) => void) => void,
  ): unknown;
  removeAllContentTypeParsers(): unknown;
  post(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>): unknown;
}

interface FastifyRequest {
  headers: WebhookHeaders;
  body: unknown;
}

interface FastifyReply {
  code(status: number): { send(): unknown };
}

/**
 * A plugin for Fastify with one route, which alone takes bodies as bytes.
 *
 * ```ts
 * app.register(webhooks.fastifyPlugin, { path: '/hook', secrets: process.env.WEBHOOK_SECRET ?? '', onEvent });
 * ```
 */
export async function fastifyPlugin(
  scope: FastifyScope,
  { path, ...options }: ReceiverOptions & { path: string },
): Promise<void> {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.post(path, async ({ headers, body }, reply) => {
    const bytes = body instanceof Uint8Array ? body : new Uint8Array();
    return reply.code(await receive(bytes, headers, options)).send();
  });
}
