import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Forwarded, Forwarder } from './forward.js';

/** Shows another `listen` that this one is alive. */
export const ALIVE = 'partner-events-listen';

export interface Delivered extends Forwarded {
  id: string;
  type: string;
}

export interface ListenServer {
  origin: string;
  /** Accepts deliveries at this path from now on; anything else is 404. */
  open(path: string): void;
  close(): Promise<void>;
}

/** Receives deliveries on loopback and forwards them. @param options.port 0: any free one. @throws when the port is taken. */
export async function startListenServer(options: {
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
    origin: `http://127.0.0.1:${portOf(server)}`,
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

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}
