import { type ChildProcess, fork } from 'node:child_process';
import { fireConnection } from './raw-client.js';
import { median, percentile } from './report.js';

/** Requests sent by a process of its own, each connection going through the paths in its own order. */
export interface Load {
  origin: string;
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  seconds: number;
  /** The only status there may be. */
  expect: number;
  /** Each path once, however long that takes. */
  once?: boolean;
  /** Tell the time of each answer. */
  each?: boolean;
  /** Look for answers all the time: a processor that sleeps between them is woken by the server, which costs that more. */
  poll?: boolean;
}

export interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Of each answer, where that was wanted. */
  times?: number[];
}

/** A load generator in a process of its own, so that it shares nothing with what it measures but the machine. */
export interface LoadGenerator {
  pid: number;
  run(load: Load): Promise<LoadResult>;
  close(): Promise<void>;
}

type Reply = { result: LoadResult } | { fault: string };

export function startLoadGenerator(): LoadGenerator {
  const child: ChildProcess = fork(__filename, { stdio: 'inherit' });
  return {
    pid: child.pid as number,
    run: (load) =>
      new Promise((resolve, reject) => {
        child.once('message', (reply: Reply) =>
          'result' in reply ? resolve(reply.result) : reject(new Error(reply.fault)),
        );
        child.send(load);
      }),
    async close() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await gone;
    },
  };
}

async function fire(load: Load): Promise<LoadResult> {
  const { host, port } = new URL(load.origin);
  const headers = Object.entries({ host, ...load.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = load.paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${headers.join('')}\r\n`));
  const from = performance.now();
  const until = load.once ? Number.POSITIVE_INFINITY : from + load.seconds * 1000;
  const connections = Array.from({ length: load.connections }, (_, connection) => {
    const own = requests.filter((__, i) => !load.once || i % load.connections === connection);
    const shuffled = own.sort(() => Math.random() - 0.5);
    const request = (n: number) => shuffled[n % shuffled.length] as Buffer;
    const most = load.once ? shuffled.length : undefined;
    return fireConnection({ port: Number(port), request, most, expect: load.expect, until });
  });
  let over = !load.poll;
  const look = () => over || setImmediate(look);
  look();
  const times = (await Promise.all(connections)).flat();
  over = true;
  const rate = times.length / ((performance.now() - from) / 1000);
  return { rate, p50: median(times), p99: percentile(times, 0.99), ...(load.each && { times }) };
}

if (require.main === module) {
  process.on('message', (load: Load) => {
    fire(load).then(
      (result) => process.send?.({ result } satisfies Reply),
      (error: Error) => process.send?.({ fault: error.message } satisfies Reply),
    );
  });
  process.on('disconnect', () => process.exit(0));
}
