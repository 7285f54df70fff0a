import { addWebhook } from '../../src/deliveries/endpoints/add-endpoint.js';
import { foldRepeats } from '../../src/platform/logs/fold-repeats.js';
import { createLogger } from '../../src/platform/logs/logger.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { openShop, type Shop } from '../support/data/build.js';
import { type Receiver, startReceiver } from '../support/outside/receiver.js';
import { touchEvents, writeDeliveries } from '../support/temporal/fan-out.js';
import { attempted } from '../support/temporal/sending.js';

let ctx: TestContext;
let shop: Shop;
let receiver: Receiver;
let text = '';
const lines = () =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line): Record<string, unknown> => JSON.parse(line));

beforeEach(async () => {
  text = '';
  const write = (line: string) => {
    text += line;
  };
  const log = createLogger({ level: 'info', name: 'test', destination: { write } });
  const replace = { log, foldedLog: foldRepeats(log) };
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' }, replace });
  shop = await openShop(ctx);
  receiver = await startReceiver({
    secrets: () => [],
    answer: (response) => response.writeHead(503).end('words of theirs'),
  });
});
afterEach(async () => {
  ctx.foldedLog.close();
  await receiver.close();
  await ctx.close();
});

async function oneDelivery(): Promise<string> {
  await touchEvents(ctx, [shop.eventId], { name: `Concert at ${Math.random()}` });
  const [id] = await writeDeliveries(ctx);
  return id ?? '';
}

test('each attempt that fails is one line: ids and facts of ours, nothing of the receiver or the event', async () => {
  const { id: endpointId, secret } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url });
  const deliveryId = await oneDelivery();
  for (const attempt of [1, 8]) {
    await ctx.sql`UPDATE deliveries SET attempt = ${attempt - 1} WHERE id = ${deliveryId}`;
    await ctx.sql`UPDATE deliveries SET next_attempt_at = ${ctx.clock.now()}`;
    await attempted(ctx, deliveryId);
  }
  const facts = { msg: 'a delivery attempt failed', level: 40, delivery: deliveryId, endpoint: endpointId, run: 1 };
  expect(lines()).toMatchObject([
    { ...facts, attempt: 1, class: 'http_5xx', status: 503, next_attempt_at: '2026-11-02T09:01:00.000Z' },
    { ...facts, attempt: 8, class: 'http_5xx', status: 503, next_attempt_at: null },
  ]);
  const { host, pathname } = new URL(receiver.url);
  for (const word of [host, secret, 'words of theirs', 'Concert', ...(pathname === '/' ? [] : [pathname])]) {
    expect(text).not.toContain(word);
  }
  expect([...ctx.counts.of('delivery_attempts')]).toEqual([['http_5xx', 2]]);
});

test('an endpoint that fails much writes few lines, and then how many more there were', async () => {
  const { id: endpointId } = await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url });
  for (let count = 0; count < 9; count += 1) {
    const deliveryId = await oneDelivery();
    await attempted(ctx, deliveryId);
  }
  expect(lines()).toHaveLength(5);
  ctx.foldedLog.close();
  expect(lines().at(-1)).toMatchObject({
    msg: 'a delivery attempt failed (repeated)',
    omitted: 4,
    endpoint: endpointId,
  });
});
