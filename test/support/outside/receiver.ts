import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { verifySignature } from '../../../src/deliveries/rules/webhook-signature.js';
import { listen } from './misbehaving-server.js';

export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The exact bytes. */
  body: Buffer;
  deliveryId: string;
  /** Whether `Service-Signature` is our signature of these bytes. */
  verified: boolean;
}

export interface Receiver {
  url: string;
  /** Everything that came, in the order it came. */
  received: Received[];
  connections(): number;
  open(): number;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Every secret it accepts at the moment. */
  secrets?: () => readonly string[];
  /** Unix seconds; the signature's own by default, for tests whose clock stands still. */
  now?: (timestamp: number) => number;
  /** Answers; 204 by default. */
  answer?: (response: ServerResponse, received: Received) => void;
}

/** A receiver as a partner would write it: takes the raw bytes, verifies them, answers at once. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const header = String(request.headers['service-signature'] ?? '');
      const timestamp = Number(request.headers['service-timestamp']);
      const record: Received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
        deliveryId: String(request.headers['service-delivery-id']),
        verified: verifySignature({
          header,
          body,
          secrets: options.secrets?.() ?? [],
          now: options.now?.(timestamp) ?? timestamp,
        }),
      };
      received.push(record);
      if (options.answer) options.answer(response, record);
      else response.writeHead(204).end();
    });
  });
  const { port, ...running } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, received, ...running };
}
