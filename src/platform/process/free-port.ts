import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections, any of which could take the port before its server does. */
const PORTS: [from: number, to: number] = [20_000, 32_768];

/**
 * A port on the loopback address that nothing listens on at this moment: the preferred one if it is free.
 *
 * @throws {Error} when a hundred tries found none.
 */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isPortFree(preferred, '127.0.0.1'))) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(...PORTS);
    if (await isPortFree(port, '127.0.0.1')) return port;
  }
  throw new Error(`No free port was found between ${PORTS[0]} and ${PORTS[1]}.`);
}

/** Whether this process could listen there. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
