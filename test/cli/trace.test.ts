import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { beginPurchase } from '../../src/orders/begin-purchase.js';
import { payOrder } from '../../src/orders/pay-order.js';
import { refundOrder } from '../../src/orders/refunds.js';
import { keepRequestDays } from '../../src/requests/jobs.js';
import { createRequestIds } from '../../src/requests/rules/request-id.js';
import { type RunningWorker, startWorker } from '../../worker/start-worker.js';
import { bearer, createTestApi, type TestApi } from '../support/api.js';
import { runCli } from '../support/command.js';
import { addEvent, addTicketType } from '../support/data/build.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents } from '../support/temporal/fan-out.js';
import { testWorkflowBundle } from '../support/temporal/temporal.js';
import { waitFor } from '../support/wait-for.js';

let api: TestApi;
let receiver: Receiver;
let worker: RunningWorker;
let ticket: { event_id: string; ticket_type_id: string };

beforeAll(async () => {
  api = await createTestApi({ context: { env: { ALLOW_PRIVATE_DELIVERY: '1' } } });
  await keepRequestDays(api.ctx);
  receiver = await startReceiver();
  worker = await startWorker(api.ctx, { workflowBundle: testWorkflowBundle() });
  const event_id = await addEvent(api.ctx, { id: 'evt_test_traced', test: true });
  await api.ctx.sql`UPDATE events SET reward_kind = 'percent', reward_percent = 10 WHERE id = ${event_id}`;
  ticket = { event_id, ticket_type_id: await addTicketType(api.ctx, event_id, {}) };
});
afterAll(async () => {
  await worker?.stop();
  await receiver?.close();
  await api?.close();
});

const buyer = { quantity: 2, buyer_email: 'lovelace@example.org', buyer_name: 'Ada Lovelace' };

const order = (key: string) =>
  api.app.inject({
    method: 'POST',
    url: '/v1/orders',
    headers: bearer(api.keys.test, { 'idempotency-key': key }),
    payload: { ...ticket, ...buyer },
  });

async function trace(id: string) {
  const { code, out } = await runCli(api.ctx, ['trace', id, '--json']);
  expect(code).toBe(0);
  return JSON.parse(out) as {
    steps: { what: string; id: string; detail: string }[];
    orders: string[];
    workflows: string[];
    waiting: string[];
  };
}

it("shows the life of a request's order, with attempts of webhooks and mails, without the buyer", async () => {
  const hook = await addWebhook(api.ctx, { key: api.keys.test.id, url: `${receiver.url}/hook` });
  const placed = await order('trace-whole-1');
  const requestId = String(placed.headers['service-request-id']);
  const { id } = placed.json();
  await payOrder(api.ctx, { orderId: id, paymentReference: 'pay_1' });
  // Its hold changes the event, too.
  const ofSale = () => receiver.received.find(({ headers }) => headers['service-event'] === 'earnings.changed');
  const received = await waitFor(ofSale, { what: 'the webhook' });
  await waitFor(async () =>
    (await trace(requestId)).steps.some(({ what, detail }) => what === 'mail' && detail.startsWith('tickets: sent')),
  );
  await refundOrder(api.ctx, { orderId: id, requestKey: 'refund-1', tickets: 1 });

  const found = await waitFor(
    async () => {
      const now = await trace(requestId);
      const ofSales = receiver.received.filter(({ headers }) => headers['service-event'] === 'earnings.changed');
      const sent = ofSales.filter(({ deliveryId }) =>
        now.steps.some(({ id: one, detail }) => one === deliveryId && detail.includes(': ok,')),
      );
      return sent.length === 2 && now.steps[0]?.what === 'request' && now;
    },
    { what: 'the call in the log, and the deliveries of the sale and of its refund' },
  );
  expect(found.orders).toEqual([id]);
  expect(found.workflows).toEqual([`order-hold/${id}`]);
  const steps = found.steps.map(({ what, detail }) => `${what}: ${detail}`);
  expect(steps[0]).toMatch(/^request: POST \/orders: 200 after [\d.]+ ms, key key_/);
  expect(steps[1]).toMatch(new RegExp(`^order: 2 tickets of ${ticket.event_id} held until \\d\\d:\\d\\d:\\d\\d$`));
  expect(steps).toEqual(
    expect.arrayContaining([
      'payment: recorded',
      expect.stringMatching(/^earning: sale of \d+ EUR/),
      expect.stringMatching(/^change: earnings\.changed: pending$/),
      expect.stringMatching(new RegExp(`^delivery: attempt 1 to ${hook.id}: ok, status 204, \\d+ ms$`)),
      'refund: decided: requested',
      expect.stringMatching(/^mail: refund: queued$/),
    ]),
  );
  expect(found.steps.map(({ id: one }) => one)).toContain(received.deliveryId);
  expect(JSON.stringify(found)).not.toMatch(/\bada\b|lovelace/i);

  const [call, ...others] = found.steps.map(({ id: one }) => one);
  expect(call).toBe(requestId);
  expect((await trace(id)).steps.map(({ id: one }) => one)).toEqual(expect.arrayContaining(others));
});

it('finds a call that was refused, a repeated one, and the order of a buyer without a key', async () => {
  const first = await order('trace-again-1');
  const again = await order('trace-again-1');
  const replay = String(again.headers['service-request-id']);
  await waitFor(async () => (await runCli(api.ctx, ['trace', replay])).code === 0, { what: 'the call in the log' });
  expect((await trace(replay)).steps.map(({ detail }) => detail)).toEqual([expect.stringContaining('200, replayed')]);
  expect(first.json().id).toBe(again.json().id);

  const refused = await api.app.inject({ url: '/v1/events/evt_none', headers: bearer(api.keys.server) });
  const steps = await waitFor(async () => {
    const { code, out } = await runCli(api.ctx, ['trace', String(refused.headers['service-request-id'])]);
    return code === 0 && out;
  });
  expect(steps).toContain('GET /events/{id}: 404 event_not_found');

  const requestId = createRequestIds(api.ctx.clock)();
  const { event_id, ticket_type_id } = ticket;
  const call = { ...api.ctx, trace: { requestId, traceparent: null } };
  await beginPurchase(call, { choice: { event_id, ticket_type_id, ...buyer }, ip: '192.0.2.1', attempt: 'one' });
  expect((await trace(requestId)).steps.map(({ what }) => what)).toEqual(['order']);
});

it('shows the deliveries about an event that the call was the last to touch', async () => {
  const event_id = await addEvent(api.ctx, { id: 'evt_test_last', test: true });
  const ticket_type_id = await addTicketType(api.ctx, event_id, { capacity: 2 });
  await touchEvents(api.ctx, [event_id]);
  const hook = await addWebhook(api.ctx, { key: api.keys.test.id, url: `${receiver.url}/last` });
  const headers = bearer(api.keys.test, { 'idempotency-key': 'trace-last-1' });
  const placed = await api.app.inject({
    ...{ method: 'POST', url: '/v1/orders', headers, payload: { event_id, ticket_type_id, ...buyer } },
  });
  const { id } = placed.json();
  const stepsOf = async (id: string) => {
    const { steps } = await trace(id);
    return steps.map(({ what, detail }) => `${what}: ${detail}`);
  };
  const requestId = String(placed.headers['service-request-id']);
  const sent = expect.stringMatching(new RegExp(`^delivery: attempt 1 to ${hook.id}: ok, status 204`));
  const soldOut = await waitFor(
    async () => {
      const steps = await stepsOf(requestId);
      return steps.some((step) => step.includes(`attempt 1 to ${hook.id}: ok`)) && steps;
    },
    { what: 'the webhook' },
  );
  expect(soldOut).toEqual(expect.arrayContaining([`change: event.changed: sold_out ${event_id}`, sent]));
  expect(await stepsOf(id)).toEqual(expect.arrayContaining([`change: event.changed: sold_out ${event_id}`, sent]));

  const cancelled = await api.app.inject({
    method: 'POST',
    url: `/v1/orders/${id}/cancel`,
    headers: bearer(api.keys.test),
  });
  expect(cancelled.statusCode).toBe(200);
  const again = await waitFor(
    async () => {
      const { code, out } = await runCli(api.ctx, ['trace', String(cancelled.headers['service-request-id'])]);
      return code === 0 && out.includes('event.changed') && out;
    },
    { what: 'the change that the cancellation made' },
  );
  expect(again).toContain(event_id);
  expect((await stepsOf(requestId)).filter((step) => step.startsWith('change:'))).toHaveLength(1);
});

it('says which id it does not know', async () => {
  for (const id of ['req_none', createRequestIds(api.ctx.clock)(), 'ord_none', 'evt_none']) {
    const { code, err } = await runCli(api.ctx, ['trace', id]);
    expect({ id, code }).toEqual({ id, code: 1 });
    expect(err).toContain(id);
  }
});
