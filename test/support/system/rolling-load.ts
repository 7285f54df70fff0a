import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const CLIENTS = 8;

export interface RollingLoad {
  origin: string;
  key: string;
  /** Read in turns. */
  paths: readonly string[];
  /** The body of each order. */
  order: { event_id: string; ticket_type_id: string };
  /** The sum of all clients. */
  callsPerSecond: number;
}

export interface LoadCounts {
  reads: number;
  orders: number;
  /** The answer of each failed call. */
  failures: string[];
  /** Milliseconds of the slowest call. */
  slowest: number;
}

/** Clients that never repeat a call: two reads, then an order with an Idempotency-Key of its own, at a steady rate. */
export function startRollingLoad(load: RollingLoad): { counts: LoadCounts; stop(): Promise<LoadCounts> } {
  const counts: LoadCounts = { reads: 0, orders: 0, failures: [], slowest: 0 };
  const agent = new Agent({ connections: CLIENTS });
  const stopping = new AbortController();
  const gap = (CLIENTS * 1_000) / load.callsPerSecond;
  const client = async (offset: number) => {
    let due = performance.now() + (offset * gap) / CLIENTS;
    for (let turn = offset; !stopping.signal.aborted; turn += 1) {
      await pause(Math.max(0, due - performance.now()));
      due = Math.max(due + gap, performance.now());
      const from = performance.now();
      if (turn % 3 === 2) await count('orders', placeOrder(load, agent));
      else await count('reads', read(load, agent, turn));
      counts.slowest = Math.max(counts.slowest, performance.now() - from);
    }
  };
  const count = async (kind: 'reads' | 'orders', call: Promise<string | undefined>) => {
    const failure = await call.catch((error: Error) => error.message);
    counts[kind] += 1;
    if (failure !== undefined) counts.failures.push(`${kind}: ${failure}`);
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, offset) => client(offset)));
  return {
    counts,
    async stop() {
      stopping.abort();
      await clients;
      await agent.close();
      return counts;
    },
  };
}

async function read(load: RollingLoad, dispatcher: Agent, turn: number): Promise<string | undefined> {
  const url = load.origin + load.paths[turn % load.paths.length];
  const { statusCode, body } = await request(url, { dispatcher, headers: { authorization: `Bearer ${load.key}` } });
  const text = await body.text();
  return statusCode === 200 ? undefined : `${statusCode} ${text.slice(0, 200)}`;
}

async function placeOrder(load: RollingLoad, dispatcher: Agent): Promise<string | undefined> {
  const { statusCode, body } = await request(`${load.origin}/v1/orders`, {
    method: 'POST',
    dispatcher,
    headers: {
      authorization: `Bearer ${load.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ ...load.order, quantity: 1, buyer_email: 'ada@example.com', buyer_name: 'Ada' }),
  });
  const text = await body.text();
  const isPlaced = (statusCode === 200 || statusCode === 201) && JSON.parse(text).status === 'awaiting_payment';
  return isPlaced ? undefined : `${statusCode} ${text.slice(0, 200)}`;
}
