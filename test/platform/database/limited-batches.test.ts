import { completeEnded } from '../../../src/catalogue/sql/events.js';
import type { Transaction } from '../../../src/platform/database/database.js';
import { enqueue, takeMessages } from '../../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { addEvents } from '../../support/data/listings.js';

const ROWS = 30;
const LIMIT = 4;

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

/** Works under the plan that the database takes when it believes the table to be empty: for each row, the rows wanted. */
function withNestedLoops<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.sql.begin(async (tx) => {
    for (const way of ['hashjoin', 'mergejoin', 'material', 'hashagg', 'sort']) {
      await tx`SELECT set_config(${`enable_${way}`}, 'off', true)`;
    }
    return work(tx);
  }) as Promise<T>;
}

test('messages are taken up to the limit, whatever the plan', async () => {
  const now = ctx.clock.now();
  await ctx.sql`DELETE FROM outbox`;
  const keys = Array.from({ length: ROWS }, (_, i) => String(i).padStart(2, '0'));
  await enqueue(ctx.sql, 'event.touched', keys, now);
  const taken = await withNestedLoops((tx) => takeMessages(tx, 'event.touched', LIMIT));
  expect(taken.sort()).toEqual(keys.slice(0, LIMIT));
  expect(await ctx.sql`SELECT FROM outbox`).toHaveLength(ROWS - LIMIT);
});

test('ended events are completed up to the limit, with any plan, also events with only a day', async () => {
  const now = ctx.clock.now();
  const past = new Date(now.getTime() - 10 * 86_400_000);
  const timed = { starts_at: past, ends_at: past };
  const dayOnly = { starts_at: null, date: past.toISOString().slice(0, 10) };
  await addEvents(
    ctx,
    Array.from({ length: LIMIT - 1 }, () => timed),
  );
  await addEvents(
    ctx,
    Array.from({ length: ROWS }, () => dayOnly),
  );
  const done = await withNestedLoops((tx) => completeEnded(tx, now, LIMIT));
  expect(done).toHaveLength(LIMIT);
  await addEvents(
    ctx,
    Array.from({ length: ROWS }, () => timed),
  );
  expect(await withNestedLoops((tx) => completeEnded(tx, now, LIMIT))).toHaveLength(LIMIT);
});
