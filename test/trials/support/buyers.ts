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
  /** The answer of each failed call. */
  failures: string[];
  /** Failed calls without a refusal with 503 and Retry-After, which names the time to repeat them. */
  unexpected: number;
  /** Milliseconds of the slowest. */
  slowestRead: number;
  slowestWrite: number;
  /** The longest time, in milliseconds, without a successful read and without a successful write. */
  silentRead: number;
  silentWrite: number;
}

export interface BuyersOptions {
  /** Repeat an order or a payment that failed, with the same key, each second until it is answered, as a good client does. */
  persistent?: boolean;
  /** This many more only read, so that a waiting write delays no read. */
  readers?: number;
  /** How long an answer may take; 5 minutes when absent. */
  timeoutMs?: number;
}

export interface Buyers {
  /** Counts from now on under another name. */
  begin(name: string): void;
  stretches: Stretch[];
  /** Orders of partners that were paid, oldest first. */
  paid: string[];
  /** Orders that were acknowledged, paid or not, with how many tickets each has. */
  ordered: ReadonlyMap<string, number>;
  /** Writes that were not taken, however often they were repeated; known after `stop`. */
  givenUp(): number;
  /** Waits until each call that is under way has ended. */
  untilEnded(): Promise<void>;
  /** Waits until a read and a write have been answered from now on, a minute at most. */
  untilAnswered(): Promise<void>;
  stop(): Promise<void>;
}

interface Sent {
  dispatcher: Agent;
  headers: Record<string, string>;
  body: string;
}

/**
 * Buyers who by default never repeat a call, at a steady rate: they read, order and pay, get free tickets, cancel, or
 * leave an order unpaid. Each order is for an address of its own.
 */
export function startBuyers(
  shop: BuyersShop,
  callsPerSecond: number,
  { persistent = false, readers = 0, timeoutMs = 300_000 }: BuyersOptions = {},
): Buyers {
  const patience = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  const agent = new Agent({ connections: CLIENTS + readers, ...patience });
  const stopping = new AbortController();
  const stretches: Stretch[] = [];
  const paid: string[] = [];
  let givenUp = 0;
  const ordered = new Map<string, number>();
  const underWay = new Set<Promise<unknown>>();
  const tracked = async <T>(call: Promise<T>): Promise<T> => {
    underWay.add(call);
    return call.finally(() => underWay.delete(call));
  };
  const answered = { read: performance.now(), write: performance.now() };
  /** Silence counts where it ends, and where it goes on. */
  const endSilence = (kind: 'read' | 'write') => {
    const stretch = stretches.at(-1);
    const silent = performance.now() - answered[kind];
    if (stretch && kind === 'read') stretch.silentRead = Math.max(stretch.silentRead, silent);
    if (stretch && kind === 'write') stretch.silentWrite = Math.max(stretch.silentWrite, silent);
  };
  const begin = (name: string) => {
    for (const kind of ['read', 'write'] as const) endSilence(kind);
    const times = { slowestRead: 0, slowestWrite: 0, silentRead: 0, silentWrite: 0 };
    stretches.push({ name, calls: 0, failures: [], unexpected: 0, ...times });
  };
  begin('before');

  /** One call; another status than the expected one counts as a failure. */
  const call = async (expected: number, method: 'GET' | 'POST', path: string, more: Partial<Sent> = {}) => {
    const stretch = stretches.at(-1) as Stretch;
    const from = performance.now();
    const headers = { authorization: `Bearer ${shop.key}`, ...more.headers };
    const said = await tracked(
      request(shop.origin + path, { dispatcher: agent, ...more, method, headers })
        .then(async ({ statusCode: status, headers: { 'retry-after': retryAfter }, body }) => {
          return { status, text: await body.text(), isRefusal: status === 503 && retryAfter !== undefined };
        })
        .catch((error: Error) => ({ status: 0, text: error.message, isRefusal: false })),
    );
    const took = performance.now() - from;
    stretch.calls += 1;
    if (method === 'GET') stretch.slowestRead = Math.max(stretch.slowestRead, took);
    else stretch.slowestWrite = Math.max(stretch.slowestWrite, took);
    if (said.status === expected && (method === 'POST' || isSound(said.text))) {
      const kind = method === 'GET' ? 'read' : 'write';
      endSilence(kind);
      answered[kind] = performance.now();
      return said.text;
    }
    const place = path.replaceAll(/(tt_|ord_)\w+/g, '$1…');
    if (!said.isRefusal) stretch.unexpected += 1;
    stretch.failures.push(`${method} ${place}: ${said.status} ${said.text.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
    return undefined;
  };
  /** Again and again where buyers are persistent. */
  const insist = async (attempt: () => Promise<string | undefined>): Promise<string | undefined> => {
    for (;;) {
      const text = await attempt();
      if (text !== undefined || !persistent) return text;
      if (stopping.signal.aborted) {
        givenUp += 1;
        return undefined;
      }
      await pause(1_000);
    }
  };
  const order = async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const tickets = { event_id: shop.eventId, ticket_type_id: shop.paid, quantity: 1 + Math.floor(Math.random() * 2) };
    const body = JSON.stringify({ ...tickets, buyer_email: newAddress(), buyer_name: 'Ada' });
    const text = await insist(() => call(200, 'POST', '/v1/orders', { headers, body }));
    if (text === undefined) return undefined;
    const one = JSON.parse(text) as { id: string; checkout_url: string };
    ordered.set(one.id, tickets.quantity);
    return one;
  };
  /** Buyers are limited by IP address: each comes from another one. */
  const asBuyer = async (post: (dispatcher: Agent) => Promise<string | undefined>) => {
    const localAddress = `127.1.${Math.floor(Math.random() * 250)}.${1 + Math.floor(Math.random() * 250)}`;
    const own = new Agent({ localAddress, ...patience });
    const said = await insist(() => post(own));
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
  const reader = async (offset: number) => {
    while (!stopping.signal.aborted) {
      await turns[offset % 2 === 0 ? 0 : 4]?.();
      await pause(gap);
    }
  };
  const clients = Promise.all([
    ...Array.from({ length: CLIENTS }, (_, offset) => client(offset)),
    ...Array.from({ length: readers }, (_, offset) => reader(offset)),
  ]);
  return {
    begin,
    stretches,
    paid,
    ordered,
    givenUp: () => givenUp,
    async untilEnded() {
      await Promise.all(underWay);
    },
    async untilAnswered() {
      const now = performance.now();
      while (Math.min(answered.read, answered.write) < now && performance.now() < now + 60_000) await pause(100);
    },
    async stop() {
      stopping.abort();
      await clients;
      for (const kind of ['read', 'write'] as const) endSilence(kind);
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
