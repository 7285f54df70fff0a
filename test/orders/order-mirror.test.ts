import { randomUUID } from 'node:crypto';
import { type Order, PartnerEvents } from '../../packages/client/src/index.js';
import type { CreatedKey } from '../../src/access/create-key.js';
import { cancelOrder } from '../../src/orders/end-hold.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { OrderTransitionError } from '../../src/orders/rules/order-status.js';
import { closeOrder } from '../../src/orders/sql/orders.js';
import { createTestApi, type TestApi } from '../support/api.js';
import { addTicketedEvent } from '../support/data/build.js';
import { expireOrder } from '../support/data/holds.js';
import { waitFor } from '../support/wait-for.js';

let api: TestApi;
let seller: CreatedKey;
let client: PartnerEvents;
let tickets: { event_id: string; ticket_type_id: string };
beforeAll(async () => {
  api = await createTestApi();
  seller = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'], rateLimit: 1_000_000 });
  client = new PartnerEvents({
    baseUrl: 'http://api.test/v1',
    key: seller.key,
    maxRetries: 0,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const headers = Object.fromEntries(new Headers(init?.headers));
      const method = init?.method === 'POST' ? 'POST' : 'GET';
      const payload = typeof init?.body === 'string' ? init.body : undefined;
      const answer = await api.app.inject({ method, url: pathname + search, headers, payload });
      const { etag } = answer.headers;
      return new Response(answer.statusCode === 304 ? null : answer.body, {
        status: answer.statusCode,
        headers: etag ? { etag: String(etag) } : {},
      });
    },
  });
  const { eventId, ticketTypeId } = await addTicketedEvent(api.ctx, { capacity: 100_000 });
  tickets = { event_id: eventId, ticket_type_id: ticketTypeId };
});
afterAll(() => api.close());

const place = (quantity: number, sub_id?: string): Promise<Order> =>
  client.orders
    .create(
      { ...tickets, quantity, buyer_email: 'ada@example.org', buyer_name: 'Ada Buyer', sub_id },
      { idempotencyKey: randomUUID() },
    )
    .then((order) => order);
const pay = (orderId: string) => payOrder(api.ctx, { orderId, paymentReference: `pay_${orderId}` });
const listed = (query: Parameters<typeof client.orders.list>[0] = {}) =>
  client.orders.list({ limit: 1000, ...query }).toArray({ limit: 100_000 });

async function changedSince(since: string | Date): Promise<Order[]> {
  const found: Order[] = [];
  for await (const order of client.orders.changes(since)) found.push(order);
  return found;
}

/** A copy of the orders as a partner keeps it. */
class Mirror {
  readonly orders = new Map<string, Order>();
  position: string | Date = new Date(0);

  /** @param batches how many it stores before it is killed; the batch after them is lost. */
  async catchUp(batches = Number.POSITIVE_INFINITY): Promise<void> {
    let stored = 0;
    for await (const batch of client.orders.changes(this.position, { limit: 7 }).batches()) {
      if (stored === batches) return;
      for (const order of batch.orders) {
        const known = this.orders.get(order.id);
        if (!known || order.version > known.version) this.orders.set(order.id, order);
      }
      this.position = batch.position;
      stored += 1;
    }
  }
}

test('a mirror by changes equals the database after random orders, payments, refunds and expiries', async () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const ids: string[] = [];
  const mirror = new Mirror();
  const any = () => ids[random(ids.length)] ?? '';
  const actions: (() => Promise<unknown>)[] = [
    async () => ids.push((await place(1 + random(4))).id),
    async () => ids.push((await place(1 + random(4))).id),
    () => pay(any()),
    () => pay(any()),
    () => expireOrder(api.ctx, { orderId: any() }),
    () => cancelOrder(api.ctx, { caller: { companyId: api.companyId, mode: 'live' }, orderId: any() }),
    () => refundOrder(api.ctx, { orderId: any(), requestKey: randomUUID(), tickets: 1 }),
  ];
  let done = 0;
  for (let round = 0; round < 60; round += 1) {
    const running = Array.from({ length: 8 }, async () => {
      const act = ids.length === 0 ? actions[0] : actions[random(actions.length)];
      await act?.().then(
        () => {
          done += 1;
        },
        (error: { code?: string }) => {
          if (!(error instanceof OrderTransitionError) && error.code !== 'order_not_open') throw error;
        },
      );
    });
    await Promise.all([...running, mirror.catchUp(random(4))]);
  }
  const truth = await listed();
  const last = truth.reduce((a, b) => (b.updated_at > a.updated_at ? b : a));
  // A change is listed from the millisecond after its own.
  await waitFor(async () => {
    await mirror.catchUp();
    return mirror.orders.get(last.id)?.version === last.version;
  });
  expect(done).toBeGreaterThan(200);
  expect(new Set(truth.map(({ status }) => status)).size).toBeGreaterThanOrEqual(5);
  expect([...mirror.orders.values()].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    truth.sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
}, 120_000);

test('a change is listed after all earlier changes are committed', async () => {
  const [slow, quick] = [await place(1), await place(1)];
  const since = quick.updated_at;
  const connection = await api.ctx.sql.reserve();
  await connection`BEGIN`;
  await closeOrder(connection, slow.id, 'cancelled', api.ctx.clock.now());
  await pay(quick.id);
  expect(await changedSince(since)).toEqual([]);
  await connection`COMMIT`;
  connection.release();
  await waitFor(async () => (await changedSince(since)).length === 2);
  expect((await changedSince(since)).map(({ id }) => id)).toEqual([slow.id, quick.id]);
});

test('the version grows by one with each change, and the answer of the change names it', async () => {
  const made = await place(2);
  expect(made.version).toBe(1);
  expect(await client.orders.get(made.id)).toEqual(made);
  await pay(made.id);
  for (const requestKey of ['one', 'two']) await refundOrder(api.ctx, { orderId: made.id, requestKey, tickets: 1 });
  expect(await client.orders.get(made.id)).toMatchObject({ status: 'refunded', version: 4 });
  const cancelled = await client.orders.cancel((await place(1)).id);
  expect(cancelled).toMatchObject({ status: 'cancelled', version: 2 });
  expect(await client.orders.get(cancelled.id)).toEqual(cancelled);
});

test('filters narrow the list, and pages give each order once, newest first', async () => {
  const own = `sub-${randomUUID()}`;
  api.ctx.clock.set('2026-11-20T12:00:00Z');
  const first = await place(1, own);
  api.ctx.clock.set('2026-11-20T13:00:00Z');
  const second = await place(1, own);
  await pay(second.id);
  const ids = async (query: Parameters<typeof listed>[0]) =>
    (await listed({ sub_id: own, ...query })).map(({ id }) => id);
  expect(await ids({})).toEqual([second.id, first.id]);
  expect(await ids({ limit: 1 })).toEqual([second.id, first.id]);
  expect(await ids({ status: 'paid' })).toEqual([second.id]);
  expect(await ids({ event_id: 'evt_none' })).toEqual([]);
  expect(await ids({ event_id: tickets.event_id })).toHaveLength(2);
  expect(await ids({ created_from: '2026-11-20T13:00:00Z' })).toEqual([second.id]);
  expect(await ids({ created_to: '2026-11-20T13:00:00Z' })).toEqual([first.id]);
});

test('lists contain no orders of another company or mode, and no buyers', async () => {
  await place(1);
  const stranger = await api.newKey({ kind: 'test' });
  const ask = async (key: string) =>
    (await api.app.inject({ url: '/v1/orders', headers: { authorization: `Bearer ${key}` } })).body;
  expect(JSON.parse(await ask(stranger.key)).orders).toEqual([]);
  expect(await ask(seller.key)).not.toMatch(/ada@|Ada Buyer|buyer/);
});
