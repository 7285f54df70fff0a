import { type DueAttempts, notifySenders, readNotification } from '../../../src/platform/outbox/notify-senders.js';
import { listenForMessages } from '../../../src/platform/outbox/watch-outbox.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { waitFor } from '../../support/wait-for.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

/** The senders' reading of each of these notifications. */
async function notificationsOf(...notifications: (DueAttempts | undefined)[]) {
  const payloads: string[] = [];
  let connected = false;
  const listener = listenForMessages(ctx, {
    queued: (payload) => payloads.push(payload),
    connected: (now) => {
      connected = now;
    },
  });
  await waitFor(() => connected);
  for (const due of notifications) await notifySenders(ctx.sql, due);
  await waitFor(() => payloads.length === notifications.length);
  await listener.close();
  return payloads.map(readNotification);
}

it('names the endpoints that have something due, and none when they are too many for one notification', async () => {
  const first: DueAttempts = { kind: 'first', endpointIds: ['whk_1', 'whk_2'] };
  const retry: DueAttempts = { kind: 'retry', endpointIds: ['pbk_1'] };
  const many: DueAttempts = { kind: 'first', endpointIds: Array.from({ length: 5_000 }, (_, n) => `whk_${n}`) };
  expect(await notificationsOf(first, retry, undefined, many)).toEqual([{ due: first }, { due: retry }, {}, {}]);
});

it('differs from the topics of the outbox', () => {
  expect(readNotification('order.closed')).toBeNull();
});
