// About a minute: killed workers leave claims of half a minute.
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Order, PartnerEvents } from '../../packages/client/src/index.js';
import type { CreatedKey } from '../../src/access/create-key.js';
import { ProblemError } from '../../src/core/problems.js';
import { addWebhook, newSecret } from '../../src/deliveries/endpoints/add-endpoint.js';
import { retryWaiting } from '../../src/deliveries/retry-now.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { OrderTransitionError } from '../../src/orders/rules/order-status.js';
import { freePort } from '../../src/platform/process/free-port.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { addTicketedEvent, type TicketedEvent } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { temporaryFolder } from '../support/environment.js';
import { type ApiProcess, spawnApi, stopApi } from '../support/system/api-process.js';
import { type MirrorSettings, readMirror, spawnMirror } from '../support/system/order-mirror.js';
import { kill, spawnWorker } from '../support/system/worker-process.js';
import { waitFor } from '../support/wait-for.js';

/** `ORDER_ACTIONS=5000` is the size of a busy day. */
const ACTIONS = Number(process.env.ORDER_ACTIONS ?? 600);
const AT_ONCE = 16;
/** Kills of the API and the worker, evenly over the actions. */
const RESTARTS = 3;
const KILL_AFTER = Math.ceil(ACTIONS / RESTARTS);

const folder = temporaryFolder();
let api: TestApi;
let seller: CreatedKey;
let event: TicketedEvent;
let running: ApiProcess;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  // Workers have the machine's clock.
  api = await createTestApi({ context: { now: new Date().toISOString(), env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  seller = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'], rateLimit: 1_000_000 });
  event = await addTicketedEvent(api.ctx, { capacity: 1_000_000, startsAt: '2099-01-01T19:00:00Z', endsAt: null });
  running = await spawnApi(api.ctx, { PAYMENTS: 'simulated' });
  worker = await spawnWorker(api.ctx);
});
afterAll(async () => {
  if (worker) await kill(worker);
  await stopApi(running);
  await api.close();
  folder.remove();
});

let seed = 20_261_128;
/** Random numbers with the same seed each time. */
function random(below: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((seed / 2_147_483_648) * below);
}

/** Does something that the API may be down for, until it is done. A state that allows no such action ends it too. */
async function surely<T>(work: () => PromiseLike<T>): Promise<T | undefined> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (error instanceof OrderTransitionError || error instanceof ProblemError || code === 'order_not_open') return;
      await pause(100);
    }
  }
}

/** A partner's orders: each action is done once, by the process that a partner or a buyer would call. */
class Sales {
  readonly ids: string[] = [];
  private readonly pages = new Map<string, string>();
  private readonly client = new PartnerEvents({ baseUrl: `${running.origin}/v1`, key: seller.key });

  private readonly actions = [
    () => this.place(),
    () => this.place(),
    () => this.place(),
    (id: string) => this.pay(id),
    (id: string) => this.pay(id),
    (id: string) => surely(() => this.client.orders.cancel(id)),
    (id: string) => surely(() => expireOrder(api.ctx, { orderId: id })),
    (id: string) => this.refund(id),
    (id: string) => this.refund(id),
  ];

  async act(): Promise<void> {
    // Only the last hundred orders are chosen.
    const id = this.ids[Math.max(0, this.ids.length - 1 - random(100))];
    const action = this.actions[random(this.actions.length)];
    await (id === undefined ? this.place() : action?.(id));
  }

  private async place(): Promise<void> {
    const body = {
      ...{ event_id: event.eventId, ticket_type_id: event.ticketTypeId, quantity: 1 + random(4) },
      ...{ buyer_email: 'ada@example.org', buyer_name: 'Ada' },
    };
    const idempotencyKey = randomUUID();
    const order = await surely(() => this.client.orders.create(body, { idempotencyKey }));
    if (!order) throw new Error('an order was refused');
    this.ids.push(order.id);
    this.pages.set(order.id, new URL(order.checkout_url ?? '').pathname);
  }

  private pay(id: string): Promise<unknown> {
    return surely(() => fetch(`${running.origin}${this.pages.get(id)}/pay`, { method: 'POST', redirect: 'manual' }));
  }

  private refund(orderId: string): Promise<unknown> {
    const tickets = random(2) === 0 ? 1 : undefined;
    return surely(() => refundOrder(api.ctx, { orderId, requestKey: randomUUID(), tickets }));
  }
}

/** Keeps a mirror running and kills it at random moments, until it is stopped. */
class KilledMirror {
  kills = 0;
  private isOver = false;
  private readonly ended: Promise<ChildProcess>;

  constructor(settings: MirrorSettings) {
    this.ended = this.run(settings);
  }

  private async run(settings: MirrorSettings): Promise<ChildProcess> {
    for (;;) {
      const mirror = await spawnMirror(settings);
      const until = performance.now() + 500 + random(3_000);
      while (!this.isOver && performance.now() < until) await pause(50);
      if (this.isOver) return mirror;
      await kill(mirror);
      this.kills += 1;
    }
  }

  /** @returns the mirror that runs now. */
  stop(): Promise<ChildProcess> {
    this.isOver = true;
    return this.ended;
  }
}

test(
  'mirrors by changes and by webhooks equal the database after random orders and kills of both sides',
  async () => {
    const [port, secret, file] = [await freePort(), newSecret(), join(folder.path, 'orders.db')];
    const url = `http://127.0.0.1:${port}/`;
    const { id: endpoint } = await addWebhook(api.ctx, { key: seller.id, url, secret, events: ['order.changed'] });
    const sales = new Sales();
    const mirror = new KilledMirror({ file, baseUrl: `${running.origin}/v1`, key: seller.key, port, secret });
    let [begun, restarts] = [0, 0];
    const sell = async () => {
      for (; begun < ACTIONS; ) {
        begun += 1;
        const isKill = begun % KILL_AFTER === Math.floor(KILL_AFTER / 2);
        if (isKill) {
          await Promise.all([stopApi(running), worker && kill(worker)]);
          [running, worker] = await Promise.all([
            spawnApi(api.ctx, { PAYMENTS: 'simulated', TEST_PORT: `${running.port}` }),
            spawnWorker(api.ctx),
          ]);
          restarts += 1;
        }
        await sales.act();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sell));
    const last = await mirror.stop();
    try {
      const client = new PartnerEvents({ baseUrl: `${running.origin}/v1`, key: seller.key });
      const listed = await client.orders.list({ limit: 1000 }).toArray({ limit: ACTIONS });
      const truth = new Map(
        listed.sort((a, b) => (a.id < b.id ? -1 : 1)).map((order): [string, Order] => [order.id, order]),
      );
      const rows = await api.ctx.sql<{ id: string; version: number; status: string }[]>`
      SELECT id, version, status FROM orders WHERE company_id = ${api.companyId} ORDER BY id COLLATE "C"`;
      expect(listed.map(({ id, version, status }) => ({ id, version, status }))).toEqual([...rows]);
      expect([...truth.keys()]).toEqual([...sales.ids].sort());

      const isCurrent = (table: 'polled' | 'pushed') => {
        const orders = readMirror(file, table);
        return rows.every(({ id, version }) => orders.get(id)?.version === version);
      };
      await waitFor(() => isCurrent('polled'), { what: 'the mirror by changes', interval: 250 });
      // Deliveries to a killed mirror are retried after a minute; the button on the dashboard retries them now.
      const areDelivered = async () => {
        await retryWaiting(api.ctx, endpoint);
        const open = await api.ctx.sql`SELECT FROM deliveries WHERE state <> 'delivered' LIMIT 1`;
        return open.length === 0 && isCurrent('pushed');
      };
      await waitFor(areDelivered, { what: 'the mirror by webhooks', interval: 5_000, timeout: 120_000 + ACTIONS * 50 });
      expect(readMirror(file, 'polled')).toEqual(truth);
      expect(readMirror(file, 'pushed')).toEqual(truth);

      const statuses = new Set(rows.map(({ status }) => status));
      expect([...statuses].sort()).toEqual([
        'awaiting_payment',
        'cancelled',
        'expired',
        'paid',
        'partially_refunded',
        'refunded',
      ]);
      expect(restarts).toBe(RESTARTS);
      expect(mirror.kills).toBeGreaterThan(0);
      console.info(
        `${ACTIONS} actions, ${rows.length} orders, ${restarts} restarts, ${mirror.kills} kills of the mirror`,
      );
    } finally {
      await kill(last);
    }
  },
  300_000 + ACTIONS * 100,
);
