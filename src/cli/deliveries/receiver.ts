import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { verifySignature } from '../../deliveries/rules/webhook-signature.js';
import { several, wholeNumberFrom } from '../support/options.js';
import { type Session, untilAborted } from '../support/session.js';
import { count } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { readAll } from './forward.js';

/** How many deliveries are kept in memory. */
const MAX_SHOWN = 500;
const MAX_BYTES = 256 * 1024;

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

interface ReceiverOptions {
  port?: number;
  secret?: string[];
}

const port = wholeNumberFrom(0, 65_535);

export function declareArea(receiver: Command, cli: Cli): void {
  receiver
    .option('--port <port>', 'port on 127.0.0.1; 0 takes any free one (default: RECEIVER_PORT, PORT or 4000)', port)
    .option('--secret <secret>', 'signing secret of a webhook (whsec_…); repeatable (default: SECRETS)', several)
    .addHelpText(
      'after',
      '\nIt verifies deliveries, responds at once, and shows what it received at http://127.0.0.1:<port>/.',
    );
  cli.plain(receiver, {
    // Printed when it ends.
    json: z.object({ received: count }),
    run: (session, options: ReceiverOptions) => {
      const { RECEIVER_PORT, PORT, SECRETS } = session.io.env;
      return receive(session, {
        port:
          options.port ?? (RECEIVER_PORT ? setting('RECEIVER_PORT', RECEIVER_PORT) : setting('PORT', PORT || '4000')),
        secrets: options.secret ?? several(SECRETS ?? '').filter(Boolean),
      });
    },
    text: () => {},
  });
}

function setting(name: string, text: string): number {
  try {
    return port(text);
  } catch (error) {
    throw new InvalidArgumentError(`${name} ${(error as Error).message}`);
  }
}

/** Runs until the command is stopped. @returns how many deliveries it received. */
async function receive(
  session: Session,
  { port: wanted, secrets }: { port: number; secrets: string[] },
): Promise<{ received: number }> {
  let received = 0;
  const ending = session.io.ending();
  const server = createReceiver(secrets, () => {
    received += 1;
  });
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  session.say(
    `Receives at http://127.0.0.1:${bound}/webhooks and shows what it received at http://127.0.0.1:${bound}/`,
  );
  process.send?.({ port: bound });
  // `npm start` waits for this message.
  process.send?.('ready');
  await untilAborted(ending);
  server.close();
  server.closeAllConnections();
  return { received };
}

/** @param onReceived called for each delivery, also once it is no longer shown. */
function createReceiver(secrets: string[], onReceived: () => void): Server {
  const shown: Shown[] = [];
  return createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(`${JSON.stringify({ received: shown }, null, 2)}\n`);
      return;
    }
    readAll(request, MAX_BYTES).then(
      (body) => {
        onReceived();
        const attempt = describe(request, body, secrets);
        shown.unshift(attempt);
        shown.splice(MAX_SHOWN);
        response.writeHead(attempt.verified === false ? 400 : 204).end();
      },
      () => response.writeHead(413, { connection: 'close' }).end(),
    );
  });
}

function describe(request: IncomingMessage, body: Buffer, secrets: string[]): Shown {
  const header = (name: string) => request.headers[name]?.toString() ?? null;
  const now = Date.now();
  const signature = { header: header('service-signature') ?? '', body, secrets, now: now / 1000 };
  return {
    received_at: new Date(now).toISOString(),
    method: request.method ?? '',
    path: request.url ?? '',
    delivery_id: header('service-delivery-id'),
    event: header('service-event'),
    verified: request.method === 'GET' ? null : verifySignature(signature),
    body: readable(body),
  };
}

function readable(body: Buffer): unknown {
  if (body.length === 0) return null;
  try {
    return JSON.parse(body.toString());
  } catch {
    return body.toString();
  }
}
