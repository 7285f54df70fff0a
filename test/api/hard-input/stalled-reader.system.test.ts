import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ACCESS, type Route } from '../../../api/http/access.js';
import { createTestApi, type TestApi } from '../../support/api.js';
import { dial } from '../../support/read/raw-exchange.js';

/** More than the buffers of two kernels hold. */
const SIZE = 48 * 2 ** 20;
/** Longer than a busy machine keeps a client that reads from reading. */
const TIMEOUT_MS = 2_500;

let api: TestApi;
let port: number;
beforeAll(async () => {
  const large: Route = (app) => {
    app.get('/probe-large', { config: { access: ACCESS.open } }, (_request, reply) => reply.send(Buffer.alloc(SIZE)));
  };
  api = await createTestApi({ build: { connectionTimeout: TIMEOUT_MS, extraRoutes: [large] } });
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  port = (api.app.server.address() as AddressInfo).port;
});
afterAll(() => api.close());

async function ask(): Promise<{ client: Socket; server: Socket }> {
  const connected = once(api.app.server, 'connection');
  const client = await dial(port);
  client.pause();
  client.write('GET /v1/probe-large HTTP/1.1\r\nHost: api.example\r\nConnection: close\r\n\r\n');
  return { client, server: (await connected)[0] as Socket };
}

test('a client that reads nothing of its answer loses its connection', async () => {
  const { client, server } = await ask();
  await once(server, 'close');
  expect(server.bytesWritten).toBeGreaterThan(0);
  client.destroy();
});

test('a client that reads slowly gets all of it', async () => {
  const { client } = await ask();
  const started = performance.now();
  let read = 0;
  client.on('data', (chunk: Buffer) => {
    read += chunk.length;
    client.pause();
    void pause(8).then(() => client.resume());
  });
  client.resume();
  await once(client, 'close');
  expect(read).toBeGreaterThan(SIZE);
  expect(performance.now() - started).toBeGreaterThan(2 * TIMEOUT_MS);
});

test("the default leaves time for the slowest handler, and idle connections outlive proxies' connections", async () => {
  const usual = await createTestApi();
  const { timeout, keepAliveTimeout } = usual.app.server;
  await usual.close();
  expect([timeout, keepAliveTimeout]).toEqual([30_000, 65_000]);
});
