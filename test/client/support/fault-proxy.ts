import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../support/outside/misbehaving-server.js';

export interface FaultProxy {
  port: number;
  /** How often it did each. */
  counts: Record<string, number>;
  close(): Promise<void>;
}

type Fault = (incoming: IncomingMessage, response: ServerResponse, upstream: number) => Promise<void> | void;

/** What happens to one call after another. */
const FAULTS: Record<string, Fault> = {
  limited: (_incoming, response) => {
    response.writeHead(429, { 'retry-after': '0', 'access-control-allow-origin': '*' }).end();
  },
  truncated: (incoming, response, upstream) => forward(incoming, response, { upstream, part: 0.5 }),
  reset: (incoming) => void incoming.socket.resetAndDestroy(),
  slow: async (incoming, response, upstream) => {
    await pause(200);
    await forward(incoming, response, { upstream });
  },
};

/** Stands between a client and the service, and lets one call in four through. */
export async function startFaultProxy(upstream: number): Promise<FaultProxy> {
  const names = Object.keys(FAULTS);
  const counts = Object.fromEntries(names.map((name) => [name, 0]));
  let calls = 0;
  const server = createServer((incoming, response) => {
    if (incoming.method === 'OPTIONS') return void forward(incoming, response, { upstream });
    const name = names[calls++ % names.length] ?? '';
    counts[name] = (counts[name] ?? 0) + 1;
    void FAULTS[name]?.(incoming, response, upstream);
  });
  const { port, close } = await listen(server);
  return { port, counts, close };
}

/** @param part of the body that gets through before the connection breaks. */
async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  { upstream, part = 1 }: { upstream: number; part?: number },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port: upstream, method, path, headers }, (answer) => {
    const body: Buffer[] = [];
    answer
      .on('data', (chunk: Buffer) => body.push(chunk))
      .on('end', () => {
        const all = Buffer.concat(body);
        response.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': all.length });
        if (part === 1) response.end(all);
        else response.write(all.subarray(0, Math.floor(all.length * part)), () => response.destroy());
      });
  });
  outgoing.on('error', () => response.destroy());
  outgoing.end(Buffer.concat(chunks));
}
