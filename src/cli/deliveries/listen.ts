import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import { fetch } from 'undici';
import { z } from 'zod';
import { removeEndpoint } from '../../deliveries/endpoints/switch-endpoint.js';
import { addTemporaryWebhook } from '../../deliveries/endpoints/temporary-webhook.js';
import { readJson } from '../../embedded/private-file.js';
import { type Runtime, readRuntime } from '../../embedded/runtime-file.js';
import type { Config } from '../../platform/config/config.js';
import type { Context } from '../../platform/context/context.js';
import { UsageError } from '../support/failure.js';
import { printable } from '../support/print.js';
import { type Session, untilAborted } from '../support/session.js';
import { count, text, textOrNull } from '../support/shapes.js';
import type { Cli } from '../support/verb.js';
import { type Forwarded, Forwarder } from './forward.js';

/** One JSON document a line: the first is `listening`, then one for each delivery. */
const LINE = z.union([
  z.object({ line: z.literal('listening'), webhook: text, secret: text, forward: text }),
  z.object({
    line: z.literal('delivery'),
    id: text,
    type: text,
    status: count,
    duration_ms: count,
    failure: textOrNull,
  }),
]);

interface ListenOptions {
  forward: string;
  key?: string;
}

export function declareArea(listen: Command, cli: Cli): void {
  listen
    .requiredOption('--forward <url>', 'your server, such as http://localhost:4000/hook', httpUrl)
    .option('--key <key>', 'id of a test key (key_…), or the key itself (default: the test key of `npm start`)')
    .addHelpText(
      'after',
      '\nRegisters a webhook until you press Ctrl-C, and forwards each delivery to you: the same bytes, the same\n' +
        'signature headers. Your response goes back to the service, so failures are retried as in production.',
    );
  cli.verb(listen, {
    json: LINE,
    streams: true,
    async run({ ctx, session }, { forward, key }: ListenOptions) {
      const owner = key ?? demoKey(ctx.config);
      const ending = session.io.ending();
      const forwarder = new Forwarder(forward);
      const server = await startServer(ctx.config, forwarder, (delivered) => report(session, delivered));
      try {
        await listenFor(ctx, session, { key: owner, forward, server, ending });
      } finally {
        await server.close();
      }
    },
  });
}

async function listenFor(
  ctx: Context,
  session: Session,
  { key, forward, server, ending }: { key: string; forward: string; server: ListenServer; ending: AbortSignal },
): Promise<void> {
  // Before the webhook: a start that ends from here on is noticed.
  const begun = readRuntime(ctx.config.dataDir);
  const { webhook, path, secret, removed } = await addTemporaryWebhook(ctx, { key, origin: server.origin, isAlive });
  try {
    server.open(path);
    for (const id of removed) session.note(`Removed ${id}, which an earlier run left behind.`);
    session.line({ line: 'listening', webhook: webhook.id, secret, forward });
    session.say(`Forwarding the webhooks of ${webhook.keyId} to ${forward} as ${webhook.id}. Press Ctrl-C to stop.`);
    session.say(`Signing secret: ${secret} (the same every time for this key)`);
    await Promise.race([untilAborted(ending), untilEnds(begun, ctx.config, ending)]);
  } finally {
    await removeEndpoint(ctx, webhook.id).then(
      () => session.note(`Removed ${webhook.id}.`),
      // Its database may have ended with it.
      () => session.note(`${webhook.id} could not be removed: the next \`listen\` does it.`),
    );
  }
}

/** How often it looks whether the start that sends to it still runs. */
const LOOK_EVERY_MS = 2_000;

/** Settles on a stop. @throws when the `npm start` that keeps this port ended: the next one keeps another. */
async function untilEnds(
  begun: Runtime | undefined,
  { dataDir, listenReceiver }: Config,
  ending: AbortSignal,
): Promise<void> {
  // Other services send to any port, and start again with the same database.
  if (begun === undefined || begun.listen_receiver !== listenReceiver) return untilAborted(ending);
  for await (const _ of every(LOOK_EVERY_MS, undefined, { ref: false })) {
    if (ending.aborted) return;
    const now = readRuntime(dataDir);
    if (now?.pid === begun.pid && now.started_at === begun.started_at) continue;
    throw new Error(
      'The service stopped, so no delivery reaches this command any more. Run it again when the service runs.',
    );
  }
}

/** Shows another `listen` that this one is alive. */
const ALIVE = 'partner-events-listen';

interface Delivered extends Forwarded {
  id: string;
  type: string;
}

interface ListenServer {
  origin: string;
  /** Accepts deliveries at this path from now on; anything else is 404. */
  open(path: string): void;
  close(): Promise<void>;
}

/** Receives deliveries on loopback and forwards them. @param options.port 0: any free one. @throws when the port is taken. */
async function startListenServer(options: {
  port: number;
  forwarder: Forwarder;
  onDelivered: (delivered: Delivered) => void;
}): Promise<ListenServer> {
  const { port, forwarder, onDelivered } = options;
  let path: string | undefined;
  const server = createServer((message, response) => {
    response.setHeader('x-answered-by', ALIVE);
    if (message.url !== path) return void response.writeHead(404).end();
    if (message.method !== 'POST') return void response.writeHead(204).end();
    void forwarder.forward(message).then((done) => {
      onDelivered({ ...done, ...named(message) });
      response.writeHead(done.status).end(done.body);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open: (opened) => {
      path = opened;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await forwarder.close();
    },
  };
}

function named({ headers }: IncomingMessage): { id: string; type: string } {
  return { id: String(headers['service-delivery-id'] ?? ''), type: String(headers['service-event'] ?? '') };
}

function report(session: Session, { id, type, status, durationMs, failure }: Delivered): void {
  session.line({ line: 'delivery', id, type, status, duration_ms: durationMs, failure });
  const outcome = failure === null ? String(status) : `${status} (${failure})`;
  session.say(printable(`${type}  ${id}  ${outcome}  ${durationMs} ms`));
}

/** On the port that `npm start` reserves, or on any if private addresses are allowed. */
async function startServer(
  { listenReceiver, allowPrivateDelivery }: Config,
  forwarder: Forwarder,
  onDelivered: (delivered: Delivered) => void,
): Promise<ListenServer> {
  if (!allowPrivateDelivery && listenReceiver === undefined) {
    throw new Error(
      'Deliveries to this machine are not allowed here. Use a service that `npm start` runs, or set ' +
        'ALLOW_PRIVATE_DELIVERY=1 for its workers and for this command (development only).',
    );
  }
  const port = allowPrivateDelivery ? 0 : Number(new URL(listenReceiver ?? '').port);
  return startListenServer({ port, forwarder, onDelivered }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(
      `Port ${port}, which this start keeps for \`listen\`, is in use. Is another one running? With ` +
        'ALLOW_PRIVATE_DELIVERY=1 for `npm start` and for this command, several can run.',
    );
  });
}

/** What `npm start` wrote for tools. */
function demoKey({ dataDir }: Config): string {
  const started = z.object({ keys: z.object({ test: text }) }).safeParse(readJson(join(dataDir, 'start.json')));
  if (!started.success)
    throw new UsageError('--key: give a test key, because `npm start`, whose key is the default, is not running');
  return started.data.keys.test;
}

async function isAlive(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2_000), redirect: 'manual' });
    await answer.body?.cancel();
    return answer.status === 204 && answer.headers.get('x-answered-by') === ALIVE;
  } catch {
    return false;
  }
}

function httpUrl(given: string): string {
  const url = URL.parse(given);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new InvalidArgumentError('must be a URL such as http://localhost:4000/hook.');
  }
  return given;
}
