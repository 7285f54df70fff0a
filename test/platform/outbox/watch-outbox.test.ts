import { enqueue } from '../../../src/platform/outbox/messages.js';
import { listenForMessages, type Notified, watchOutbox } from '../../../src/platform/outbox/watch-outbox.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const queue = (key: string) => enqueue(ctx.sql, 'order.closed', [key], ctx.clock.now());

it('announces the first message of a topic at its commit, and no other while it waits', async () => {
  const topics: string[] = [];
  let connected = false;
  const listener = listenForMessages(ctx, {
    queued: (topic) => topics.push(topic),
    connected: (now) => {
      connected = now;
    },
  });
  await waitFor(() => connected);
  await ctx.sql
    .begin(async (tx) => {
      await enqueue(tx, 'order.closed', ['undone'], ctx.clock.now());
      throw new Error('undone');
    })
    .catch(() => {});
  await queue('a');
  await queue('b');
  await enqueue(ctx.sql, 'order.created', ['c'], ctx.clock.now());
  await waitFor(() => topics.length >= 2);
  expect(topics).toEqual(['order.closed', 'order.created']);
  await ctx.sql`DELETE FROM outbox`;
  await queue('d');
  await waitFor(() => topics.length >= 3);
  await ctx.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                 WHERE application_name = 'partner-events outbox' AND datname = current_database()`;
  await waitFor(() => !connected);
  await waitFor(() => connected);
  await listener.close();
});

describe('the watcher', () => {
  const start = (look: () => Promise<readonly string[]>) => {
    const stopping = new AbortController();
    let notified: Notified | undefined;
    let closed = 0;
    const watcher = watchOutbox({
      look,
      everything: ['a', 'b'],
      stopping: stopping.signal,
      listen: (to) => {
        notified = to;
        return {
          close: async () => {
            closed += 1;
          },
        };
      },
    });
    if (!notified) throw new Error('nobody listens');
    const stop = async () => {
      stopping.abort();
      await watcher.ended;
      return closed;
    };
    return { watcher, notified, stop };
  };

  it('wakes a waiting loop, and a loop that was working', async () => {
    const { watcher, notified, stop } = start(async () => []);
    const waiting = watcher.untilDue('a');
    notified.queued('a');
    await waiting;
    notified.queued('b');
    await watcher.untilDue('b');
    expect(await stop()).toBe(1);
  });

  it('keeps polling while it is notified, for what no notification announced', async () => {
    let looks = 0;
    const { watcher, notified, stop } = start(async () => {
      looks += 1;
      return looks === 3 ? ['a'] : [];
    });
    notified.connected(true);
    await watcher.untilDue('a');
    expect(looks).toBe(3);
    await stop();
  });
});
