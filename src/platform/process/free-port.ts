import { randomInt } from 'node:crypto';
import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Below the ports of outgoing connections, which could take the port before its server does. */
const PORTS: [from: number, to: number] = [20_000, 32_768];

/** Until then a server that got a port has begun to listen, or has failed. */
const RESERVED_MS = 60_000;

/**
 * A port on the loopback address that nothing listens on at this moment: the preferred one if it is free. Any other is
 * given to no other process of this account for a minute: between here and its server's start it looks free to all.
 *
 * @throws {Error} when a hundred tries found none.
 */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isPortFree(preferred, '127.0.0.1'))) return preferred;
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(...PORTS);
    if ((await isPortFree(port, '127.0.0.1')) && reserve(port)) return port;
  }
  throw new Error(`No free port was found between ${PORTS[0]} and ${PORTS[1]}.`);
}

/** @returns false when another process was given it just now. */
function reserve(port: number): boolean {
  const folder = join(tmpdir(), `partner-events-ports-${userInfo().uid}`);
  const file = join(folder, String(port));
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, '', { flag: 'wx' });
  } catch (error) {
    // Where nothing can be written, the port is as good as it looks.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return true;
    const now = new Date();
    if (now.getTime() - statSync(file).mtimeMs < RESERVED_MS) return false;
    utimesSync(file, now, now);
  }
  return true;
}

export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
