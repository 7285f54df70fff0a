import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request, and its answer. */
export interface ChaosRequest {
  endpoint: number;
  deliveryId: string;
  changeId: string;
  eventId: string;
  withdrawn: boolean;
  body: string;
  /** When it came, in milliseconds since 1970 by the clock of this machine, which the database has too. */
  at: number;
  failed: boolean;
  /** How many of this endpoint were under way then, this one included. */
  underWay: number;
}

export interface ChaosReceiver {
  url: string;
  requests: ChaosRequest[];
}

/** No delivery fails more often: its third attempt comes after six minutes, its fourth would come after half an hour. */
const MOST_FAILURES = 2;
/** Takes this long to answer, so that several are under way. */
const ANSWERS_AFTER_MS = 20;

/** Receives at `/0`, `/1` and so on; the odd ones fail half the time. */
export async function startChaosReceiver(): Promise<ChaosReceiver> {
  const requests: ChaosRequest[] = [];
  const failures = new Map<string, number>();
  const underWay = new Map<number, number>();
  const count = (endpoint: number, more: number) => {
    underWay.set(endpoint, (underWay.get(endpoint) ?? 0) + more);
    return underWay.get(endpoint) ?? 0;
  };
  const server = createServer((request, response) => {
    const at = Date.now();
    const endpoint = Number(request.url?.slice(1));
    const now = count(endpoint, 1);
    response.on('close', () => count(endpoint, -1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { id: changeId, data } = JSON.parse(body.toString());
      const deliveryId = String(request.headers['service-delivery-id']);
      const before = failures.get(deliveryId) ?? 0;
      const failed = endpoint % 2 === 1 && before < MOST_FAILURES && Math.random() < 0.5;
      if (failed) failures.set(deliveryId, before + 1);
      const eventId = (data.event ?? data.withdrawn ?? data.earning).id;
      const hash = createHash('sha256').update(body).digest('hex');
      const withdrawn = data.withdrawn !== undefined;
      requests.push({ endpoint, deliveryId, changeId, eventId, withdrawn, body: hash, at, failed, underWay: now });
      setTimeout(() => response.writeHead(failed ? 503 : 204).end(), ANSWERS_AFTER_MS);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
