import { connect } from 'node:net';
import { answerParent, type Forked, startForked } from './forked.js';
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
  /** Whether to report the time of each answer. */
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
  /** The time of each answer, on request. */
  times?: number[];
}

/** A process of its own, so that it shares only the machine with the measured one. */
export type LoadGenerator = Forked<Load, LoadResult>;

export function startLoadGenerator(): Promise<LoadGenerator> {
  return startForked(__filename);
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

/**
 * One keep-alive connection that sends requests one after the other and throws the bodies away unread: a load generator
 * that decoded them would take more of the machine than the server under test.
 *
 * @returns milliseconds of each answer.
 * @throws {Error} when an answer has another status than `expect`, or the connection ends.
 */
export function fireConnection(options: {
  port: number;
  /** The bytes of a request, counted from zero. */
  request(n: number): Buffer;
  /** Requests at most. */
  most?: number;
  expect: number;
  until: number;
}): Promise<number[]> {
  const { port, request, most, expect, until } = options;
  return new Promise((resolve, reject) => {
    const times: number[] = [];
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    let next = 0;
    let sentAt = 0;
    /** Bytes of the present answer still to come; −1 while its head is awaited. */
    let left = -1;
    const send = () => {
      left = -1;
      sentAt = performance.now();
      if (sentAt >= until || next === most) {
        socket.destroy();
        resolve(times);
        return;
      }
      socket.write(request(next++));
    };
    socket.once('connect', send);
    socket.on('error', reject);
    socket.on('end', () => reject(new Error('the server ended the connection')));
    let head: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (left === -1) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf('\r\n\r\n');
        if (end === -1) return;
        const text = head.toString('latin1', 0, end);
        const status = Number(text.slice(9, 12));
        if (status !== expect) {
          socket.destroy();
          reject(new Error(`answered ${head.toString('utf8').slice(0, 600)}`));
          return;
        }
        left = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4);
        head = Buffer.alloc(0);
      } else {
        left -= chunk.length;
      }
      if (left > 0) return;
      times.push(performance.now() - sentAt);
      send();
    });
  });
}

if (require.main === module) answerParent(fire);
