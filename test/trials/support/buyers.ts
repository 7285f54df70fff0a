import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';

const CLIENTS = 6;

export interface BuyersShop {
  origin: string;
  key: string;
  eventId: string;
  /** Ticket types that cost something, and nothing. */
  paid: string;
  free: string;
}

export interface Stretch {
  name: string;
  calls: number;
  /** What each failed call got. */
  failures: string[];
  /** Milliseconds of the slowest. */
  slowestRead: number;
  slowestWrite: number;
}

export interface Buyers {
  /** Counts from now on under another name. */
  begin(name: string): void;
  stretches: Stretch[];
  /** Orders of partners that were paid, oldest first. */
  paid: string[];
  stop(): Promise<void>;
}

interface Sent {
  dispatcher: Agent;
  headers: Record<string, string>;
  body: string;
}

/**
 * Buyers who never repeat a call, at a steady rate: they read, order and pay, get free tickets, cancel, or leave an
 * order unpaid. Each order is for an address of its own.
 */
export function startBuyers(shop: BuyersShop, callsPerSecond: number): Buyers {
  const agent = new Agent({ connections: CLIENTS });
  const stopping = new AbortController();
  const stretches: Stretch[] = [];
  const paid: string[] = [];
  const begin = (name: string) =>
    void stretches.push({ name, calls: 0, failures: [], slowestRead: 0, slowestWrite: 0 });
  begin('before');

  /** One call; another status than the expected one counts as a failure. */
  const call = async (expected: number, method: 'GET' | 'POST', path: string, more: Partial<Sent> = {}) => {
    const stretch = stretches.at(-1) as Stretch;
    const from = performance.now();
    const headers = { authorization: `Bearer ${shop.key}`, ...more.headers };
    const said = await request(shop.origin + path, { dispatcher: agent, ...more, method, headers }).then(
      async (answer) => ({ status: answer.statusCode, text: await answer.body.text() }),
      (error: Error) => ({ status: 0, text: error.message }),
    );
    const took = performance.now() - from;
    stretch.calls += 1;
    if (method === 'GET') stretch.slowestRead = Math.max(stretch.slowestRead, took);
    else stretch.slowestWrite = Math.max(stretch.slowestWrite, took);
    if (said.status === expected && (method === 'POST' || isSound(said.text))) return said.text;
    const place = path.replaceAll(/(tt_|ord_)\w+/g, '$1…');
    stretch.failures.push(`${method} ${place}: ${said.status} ${said.text.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
    return undefined;
  };
  const order = async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const tickets = { event_id: shop.eventId, ticket_type_id: shop.paid, quantity: 1 + Math.floor(Math.random() * 2) };
    const body = JSON.stringify({ ...tickets, buyer_email: newAddress(), buyer_name: 'Ada' });
    const text = await call(200, 'POST', '/v1/orders', { headers, body });
    return text === undefined ? undefined : (JSON.parse(text) as { id: string; checkout_url: string });
  };
  /** Buyers are limited by IP address: each comes from another one. */
  const asBuyer = async (post: (dispatcher: Agent) => Promise<string | undefined>) => {
    const localAddress = `127.1.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
    const own = new Agent({ localAddress });
    const said = await post(own);
    await own.close();
    return said !== undefined;
  };
  const turns = [
    () => call(200, 'GET', '/v1/events?limit=20'),
    async () => {
      const one = await order();
      if (!one) return;
      const path = `${new URL(one.checkout_url).pathname}/pay`;
      if (await asBuyer((dispatcher) => call(303, 'POST', path, { dispatcher }))) paid.push(one.id);
    },
    () => call(200, 'GET', `/v1/events/${shop.eventId}/tickets`),
    // Paid at once.
    () => {
      const buyer = { email: newAddress(), name: 'Ada', attempt: randomUUID() };
      const body = new URLSearchParams({ ticket: shop.free, quantity: '1', ...buyer }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return asBuyer((dispatcher) => call(303, 'POST', `/buy/${shop.eventId}`, { dispatcher, headers, body }));
    },
    () => call(200, 'GET', `/v1/events/${shop.eventId}`),
    async () => {
      const one = await order();
      if (one && Math.random() < 0.5) await call(200, 'POST', `/v1/orders/${one.id}/cancel`);
    },
  ];
  const gap = (CLIENTS * 1_000) / callsPerSecond;
  const client = async (offset: number) => {
    let due = performance.now() + (offset * gap) / CLIENTS;
    for (let turn = offset; !stopping.signal.aborted; turn += 1) {
      await pause(Math.max(0, due - performance.now()));
      due = Math.max(due + gap, performance.now());
      await turns[turn % turns.length]?.();
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, offset) => client(offset)));
  return {
    begin,
    stretches,
    paid,
    async stop() {
      stopping.abort();
      await clients;
      await agent.close();
    },
  };
}

/** Whether it can be read, and names no path where a buyer needs an address. */
function isSound(text: string): boolean {
  try {
    JSON.parse(text);
    return !text.includes('"buy_url":"/');
  } catch {
    return false;
  }
}

function newAddress(): string {
  return `${randomUUID()}@buyers.example`;
}
