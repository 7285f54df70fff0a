import { addWebhook } from '../../../src/deliveries/endpoints/add-endpoint.js';
import { payOrder } from '../../../src/orders/pay-order.js';
import { foldRepeats } from '../../../src/platform/logs/fold-repeats.js';
import { createLogger } from '../../../src/platform/logs/logger.js';
import { createTemporalClient, type TemporalClient } from '../../../src/platform/temporal/client.js';
import { ticketMailsWorkflowId } from '../../../src/platform/temporal/workflow-ids.js';
import { traceIdOfRequest } from '../../../src/platform/traces/trace-context.js';
import { type RunningWorker, startWorker } from '../../../worker/start-worker.js';
import { bearer, createTestApi, type TestApi } from '../../support/api.js';
import { addEvent, addTicketType } from '../../support/data/build.js';
import { type MailServer, mailSettings, startMailServer } from '../../support/outside/mail-server.js';
import { startOtlpReceiver } from '../../support/outside/otlp-receiver.js';
import { type Receiver, startReceiver } from '../../support/outside/receiver.js';
import { deleteSchedules, testWorkflowBundle } from '../../support/temporal/temporal.js';
import { waitFor } from '../../support/wait-for.js';

let collector: Awaited<ReturnType<typeof startOtlpReceiver>>;
let mailServer: MailServer;
let api: TestApi;
let receiver: Receiver;
let temporal: TemporalClient;
let worker: RunningWorker;
const lines: string[] = [];

beforeAll(async () => {
  collector = await startOtlpReceiver();
  mailServer = await startMailServer();
  const log = createLogger({ level: 'info', name: 'test', destination: { write: (line) => void lines.push(line) } });
  const env = {
    ...mailSettings(mailServer),
    ALLOW_PRIVATE_DELIVERY: '1',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  api = await createTestApi({
    context: { now: new Date().toISOString(), env, replace: { log, foldedLog: foldRepeats(log) } },
  });
  receiver = await startReceiver();
  temporal = createTemporalClient(api.ctx.config);
  worker = await startWorker(api.ctx, { workflowBundle: testWorkflowBundle() });
});
afterAll(async () => {
  await worker?.stop();
  if (temporal) await deleteSchedules(temporal);
  await temporal?.close();
  await receiver?.close();
  await api?.close();
  await mailServer?.close();
  await collector?.close();
});

it('an order is one trace, from the request to its workflow, the attempt of its delivery and its mail', async () => {
  const { ctx } = api;
  const event_id = await addEvent(ctx, { id: 'evt_traced' });
  await ctx.sql`UPDATE events SET reward_kind = 'percent', reward_percent = 10 WHERE id = ${event_id}`;
  const ticket_type_id = await addTicketType(ctx, event_id, {});
  const key = await api.newKey({ kind: 'server', capabilities: ['EMBEDDED_CHECKOUT'] });
  await addWebhook(ctx, { key: key.id, url: `${receiver.url}/hook` });
  // The relay's attempt and the workflow's first one fail.
  mailServer.refuse(451, 451);

  const place = (attempt: string, more: Record<string, string> = {}) =>
    api.app.inject({
      method: 'POST',
      url: '/v1/orders',
      headers: bearer(key, { 'idempotency-key': `traced-${attempt}`, ...more }),
      payload: { event_id, ticket_type_id, quantity: 1, buyer_email: 'ada@example.org', buyer_name: 'Ada Lovelace' },
    });
  const placed = await place('order-1');
  expect(placed.statusCode).toBe(200);
  const requestId = String(placed.headers['service-request-id']);
  const { id } = placed.json();
  await payOrder(ctx, { orderId: id, paymentReference: 'pay_traced' });
  // Its hold touches the event, which is not projected yet.
  const webhookTypes = () => receiver.received.map(({ headers }) => headers['service-event']).sort();
  await waitFor(() => webhookTypes().join() === 'earnings.changed,event.changed', { what: 'the webhooks' });
  await waitFor(() => mailServer.received.length > 0, { what: 'the mail' });

  // A request that brings a trace stays in it.
  const theirs = '4bf92f3577b34da6a3ce929d0e0e4736';
  await place('order-2', { traceparent: `00-${theirs}-00f067aa0ba902b7-01` });
  await waitFor(
    async () => {
      const started = await ctx.sql`SELECT FROM outbox WHERE topic = 'order.created'`;
      return started.length === 0;
    },
    { what: 'the workflow of the second order' },
  );

  const { memo } = await temporal.client.workflow.getHandle(ticketMailsWorkflowId(id)).describe();
  expect(memo).toEqual({ request_id: requestId });
  const ofMail = lines.filter((line) => line.includes('the first attempt of a mail to a buyer failed'));
  expect(ofMail.map((line) => JSON.parse(line).requestId)).toEqual([requestId]);

  await worker.stop();
  await ctx.tracer?.close();
  const spans = collector.spans.filter(({ traceId }) => traceId === traceIdOfRequest(requestId));
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [request] = named('POST /v1/orders');
  const [start] = named('start ticketMails');
  expect(request).toMatchObject({ kind: 2 });
  expect(request?.parentSpanId).toBeUndefined();
  const sent = { kind: 3, parentSpanId: request?.spanId };
  expect(named('delivery attempt')).toMatchObject([sent, sent]);
  expect(start?.parentSpanId).toBe(request?.spanId);
  const attempts = named('sendTicketMail');
  expect(attempts.length).toBeGreaterThanOrEqual(2);
  for (const { parentSpanId } of attempts) expect(parentSpanId).toBe(start?.spanId);
  const mails = named('ticket mail');
  expect(mails.filter(({ status }) => status?.code === 2).length).toBeGreaterThanOrEqual(1);

  const brought = collector.spans.filter(({ traceId }) => traceId === theirs);
  expect(brought.find(({ name }) => name === 'POST /v1/orders')?.parentSpanId).toBe('00f067aa0ba902b7');
  for (const text of ['ada@example.org', 'Lovelace', key.key]) expect(collector.bodies.join()).not.toContain(text);
});
