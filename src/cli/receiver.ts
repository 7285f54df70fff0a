import { createServer, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { verifySignature } from '../domain/webhook-signature.js';

/**
 * An example receiver of webhooks and postbacks: verifies what comes, answers at once, and shows it at `/`.
 *
 *     PORT=4000 SECRETS=whsec_… npm run receiver
 */
const settings = z
  .object({
    PORT: z.coerce.number().int().min(0).max(65_535).default(4000),
    /** Signing secrets, separated by commas: during a rotation there are two. */
    SECRETS: z
      .string()
      .default('')
      .transform((text) => text.split(',').filter(Boolean)),
  })
  .parse({ PORT: process.env.RECEIVER_PORT ?? process.env.PORT, SECRETS: process.env.SECRETS });

/** How much is remembered. */
const MOST = 500;
const MOST_BYTES = 256 * 1024;

interface Shown {
  received_at: string;
  method: string;
  path: string;
  delivery_id: string | null;
  event: string | null;
  /** Null: a postback, which is not signed. */
  verified: boolean | null;
  body: unknown;
}

const shown: Shown[] = [];

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error('the body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function remember(request: IncomingMessage, body: Buffer): boolean {
  const header = (name: string) => request.headers[name]?.toString() ?? null;
  const signature = header('service-signature');
  const now = Date.now();
  const verified =
    request.method === 'GET'
      ? null
      : verifySignature({ header: signature ?? '', body, secrets: settings.SECRETS, now: now / 1000 });
  shown.unshift({
    received_at: new Date(now).toISOString(),
    method: request.method ?? '',
    path: request.url ?? '',
    delivery_id: header('service-delivery-id'),
    event: header('service-event'),
    verified,
    body: readable(body),
  });
  shown.splice(MOST);
  return verified !== false;
}

function readable(body: Buffer): unknown {
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString());
  } catch {
    return body.toString();
  }
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/') {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(`${JSON.stringify({ received: shown }, null, 2)}\n`);
    return;
  }
  bytesOf(request).then(
    (body) => response.writeHead(remember(request, body) ? 204 : 400).end(),
    () => response.writeHead(413, { connection: 'close' }).end(),
  );
});

server.listen(settings.PORT, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : settings.PORT;
  console.log(`Receives at http://127.0.0.1:${port}/webhooks and shows what came at http://127.0.0.1:${port}/`);
  process.send?.({ port });
  // The start waits for this word.
  process.send?.('ready');
});
process.on('disconnect', () => process.exit(0));
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(0));
