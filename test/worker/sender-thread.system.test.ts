import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ATTEMPTS } from '../../src/deliveries/note-attempt.js';
import { SHARDS } from '../../src/deliveries/rules/shards.js';
import { FIRST_ATTEMPTS } from '../../src/deliveries/sender/dispatcher.js';
import { addWebhook } from '../../src/endpoints/add-endpoint.js';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { startSenderThread, type ThreadedSender } from '../../worker/start-sender-thread.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { temporaryFolder } from '../support/environment.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { addEvent, openShop } from '../support/shop.js';
import { build } from '../support/system/started.js';
import { touchEvents, writeDeliveries } from '../support/telling.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;
let receiver: Receiver;
let sender: ThreadedSender;
const secrets: string[] = [];

beforeAll(async () => {
  await build();
  receiver = await startReceiver({ secrets: () => secrets });
});
beforeEach(async () => {
  ctx = await createTestContext({ env: { ALLOW_PRIVATE_DELIVERY: '1' } });
  receiver.received.length = 0;
});
afterEach(async () => {
  // One that broke says so again; its test has heard of it.
  await sender.stop().catch(() => {});
  await ctx.close();
});
afterAll(() => receiver.close());

/** Without the key in its settings: the thread takes that of this process. */
function start(env: Record<string, string> = {}): ThreadedSender {
  const { ENCRYPTION_KEY: _key, ...settings } = process.env;
  sender = startSenderThread(ctx, {
    file: join(projectRoot(), 'dist/worker/sender-thread.js'),
    env: { ...settings, DATABASE_URL: ctx.databaseUrl, ALLOW_PRIVATE_DELIVERY: '1', LOG_LEVEL: 'silent', ...env },
  });
  return sender;
}

async function makeDeliveries(count: number): Promise<string[]> {
  const shop = await openShop(ctx);
  secrets.push((await addWebhook(ctx, { key: shop.live.keyId, url: receiver.url })).secret);
  await touchEvents(ctx, await Promise.all(Array.from({ length: count }, () => addEvent(ctx, {}))));
  return writeDeliveries(ctx);
}

const delivered = async () => (await ctx.sql`SELECT FROM deliveries WHERE state = 'delivered'`).length;

test('what waits is sent with the secrets of this process, and counted here', async () => {
  await makeDeliveries(3);
  start().look();
  await waitFor(async () => (await delivered()) === 3, { what: 'the deliveries' });
  expect(receiver.received.map(({ verified }) => verified)).toEqual([true, true, true]);
  await waitFor(() => ctx.counts.of(ATTEMPTS).get('ok') === 3, { what: 'the counts' });
  expect(ctx.counts.of(FIRST_ATTEMPTS)).toEqual(new Map([['fast', 3]]));
  expect(sender.shards).toBe(SHARDS);
});

test('what it is doing is told while it does it', async () => {
  const answered: (() => void)[] = [];
  const slow = await startReceiver({
    answer: (response) => void answered.push(() => response.writeHead(204).end()),
  });
  const shop = await openShop(ctx);
  await addWebhook(ctx, { key: shop.live.keyId, url: slow.url });
  await touchEvents(ctx, [await addEvent(ctx, {})]);
  await writeDeliveries(ctx);
  start().look();
  await waitFor(() => sender.counts('fast').underWay + sender.counts('slow').underWay === 1, { what: 'the attempt' });
  // What is under way is written down before it ends.
  const stopped = sender.stop();
  await waitFor(() => answered.length === 1, { what: 'the request' });
  for (const answer of answered) answer();
  await stopped;
  expect(await delivered()).toBe(1);
  await slow.close();
});

test('a thread that breaks is told of', async () => {
  start({ DATABASE_POOL: 'none' });
  await expect(sender.broken).rejects.toThrow('DATABASE_POOL');
  await expect(sender.stop()).rejects.toThrow('DATABASE_POOL');
});

test('a thread that was told to look and says nothing is ended, and told of', async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'hung.js');
  writeFileSync(file, 'setInterval(() => {}, 1_000)');
  sender = startSenderThread(ctx, { file, checkEvery: 5 });
  sender.look();
  await expect(sender.broken).rejects.toThrow('says nothing any more');
  await expect(sender.stop()).rejects.toThrow('says nothing any more');
  folder.remove();
});
