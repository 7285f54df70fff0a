import { projectChanges } from '../../src/catalogue/project-changes.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addEvents } from '../support/data/listings.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

async function nameOf(id: string): Promise<string | undefined> {
  const [row] = await ctx.sql<{ doc: string }[]>`SELECT doc FROM event_listings WHERE event_id = ${id}`;
  return /"name":"(.*?)"/.exec(row?.doc ?? '')?.[1];
}
const touch = (ids: string[]) => enqueue(ctx.sql, 'event.touched', ids, ctx.clock.now());
const failures = () =>
  ctx.sql<
    { key: string; attempts: number }[]
  >`SELECT key, attempts FROM outbox WHERE topic = 'event.touched' AND due_at > now()`;

async function events() {
  const ids = (await addEvents(ctx, [{}, {}, {}])).map(({ id }) => id);
  const [broken = '', ...others] = ids;
  await ctx.sql`UPDATE events SET name = 'Renamed'`;
  await ctx.sql`UPDATE events SET starts_at = 'infinity' WHERE id = ${broken}`;
  return { ids, broken, others };
}

test('an event that cannot be built stops no other event', async () => {
  const { ids, broken, others } = await events();
  await touch(ids);
  await projectChanges(ctx);
  expect(await Promise.all(others.map(nameOf))).toEqual(['Renamed', 'Renamed']);
  expect(await failures()).toEqual([{ key: broken, attempts: 1 }]);

  await ctx.sql`UPDATE outbox SET due_at = now() - interval '1 second'`;
  await projectChanges(ctx);
  expect(await failures()).toEqual([{ key: broken, attempts: 2 }]);

  await ctx.sql`UPDATE events SET starts_at = '2026-12-01T19:00:00Z' WHERE id = ${broken}`;
  await ctx.sql`UPDATE outbox SET due_at = now() - interval '1 second'`;
  await projectChanges(ctx);
  expect(await nameOf(broken)).toBe('Renamed');
  expect(await failures()).toEqual([]);
});

test('a due listing that cannot be built waits as a message', async () => {
  const { broken } = await events();
  await ctx.sql`DELETE FROM outbox`;
  await ctx.sql`UPDATE event_listings SET due_at = ${ctx.clock.now()} WHERE event_id = ${broken}`;
  await projectChanges(ctx);
  expect(await failures()).toEqual([{ key: broken, attempts: 1 }]);
  expect(await ctx.sql`SELECT FROM event_listings WHERE due_at <= ${ctx.clock.now()}`).toEqual([]);
});
