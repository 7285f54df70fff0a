import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in, and what it was answered. */
export interface ChaosRequest {
  endpoint: number;
  deliveryId: string;
  changeId: string;
  eventId: string;
  withdrawn: boolean;
  body: string;
  at: number;
  failed: boolean;
}

export interface ChaosReceiver {
  url: string;
  requests: ChaosRequest[];
}

/** No delivery fails more often: its third attempt comes after six minutes, its fourth would come after half an hour. */
const MOST_FAILURES = 2;

/** Receives at `/0`, `/1` and so on; the odd ones fail half the time. */
export async function startChaosReceiver(): Promise<ChaosReceiver> {
  const requests: ChaosRequest[] = [];
  const failures = new Map<string, number>();
  const server = createServer((request, response) => {
    const at = performance.now();
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { id: changeId, data } = JSON.parse(body.toString());
      const deliveryId = String(request.headers['service-delivery-id']);
      const endpoint = Number(request.url?.slice(1));
      const before = failures.get(deliveryId) ?? 0;
      const failed = endpoint % 2 === 1 && before < MOST_FAILURES && Math.random() < 0.5;
      if (failed) failures.set(deliveryId, before + 1);
      const eventId = (data.event ?? data.withdrawn).id;
      const hash = createHash('sha256').update(body).digest('hex');
      const withdrawn = data.withdrawn !== undefined;
      requests.push({ endpoint, deliveryId, changeId, eventId, withdrawn, body: hash, at, failed });
      response.writeHead(failed ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
