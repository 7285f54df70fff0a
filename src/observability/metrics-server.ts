import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` in the Prometheus text format on a listener of its own, for operators: it asks nobody who they are.
 *
 * @throws when the port is taken.
 */
export async function serveMetrics(
  registry: Registry,
  address: { host: string; port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    request.resume();
    if (request.url?.split('?', 1)[0] !== '/metrics') say(404, 'GET /metrics\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD') say(405, 'GET /metrics\n');
    else
      registry.metrics().then(
        (text) => say(200, text, registry.contentType),
        () => say(500, 'the metrics cannot be gathered\n'),
      );
  });
  server.headersTimeout = 5_000;
  server.requestTimeout = 5_000;
  server.maxConnections = 100;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address.port, address.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
