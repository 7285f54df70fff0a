import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The served metrics: a registry of `prom-client`, or an object that adds to one. */
export interface MetricsSource {
  contentType: string;
  /** In the text format. */
  metrics(): Promise<string>;
}

export type MetricsServer = Awaited<ReturnType<typeof serveMetrics>>;

/** Serves Prometheus metrics to operators on a listener of their own, without authentication. @throws if the port is taken. */
export async function serveMetrics(source: MetricsSource, address: { host: string; port: number }) {
  const server = createServer((request, response) => {
    const say = (status: number, text: string, type = 'text/plain; charset=utf-8') =>
      response
        .writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
        .end(text);
    request.resume();
    if (request.url?.split('?', 1)[0] !== '/metrics') say(404, 'GET /metrics\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD') say(405, 'GET /metrics\n');
    else
      source.metrics().then(
        (text) => say(200, text, source.contentType),
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
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The same on the first of these ports that is free. @returns null when all of them are taken. */
export async function serveMetricsOnFree(
  source: MetricsSource,
  { host, ports }: { host: string; ports: readonly number[] },
): Promise<MetricsServer | null> {
  for (const port of ports) {
    try {
      return await serveMetrics(source, { host, port });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    }
  }
  return null;
}
