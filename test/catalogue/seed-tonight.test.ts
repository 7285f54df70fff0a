import { completeEndedEvents } from '../../src/catalogue/complete-ended-events.js';
import { seedTonight } from '../../src/catalogue/seed-tonight.js';
import { createTestContext, type TestContext } from '../support/context.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext({ now: '2026-11-21T17:29:59.999Z' });
});
afterAll(() => ctx.close());

const events = () => ctx.sql`
  SELECT e.starts_at, e.ends_at, e.status, e.reward_amount_minor, t.capacity FROM events e JOIN ticket_types t ON t.event_id = e.id
  ORDER BY e.starts_at`;

test('one live event to sell now is over within two hours; another comes only after it', async () => {
  await seedTonight(ctx);
  await seedTonight(ctx);
  const first = {
    startsAt: new Date('2026-11-21T18:30:00Z'),
    endsAt: new Date('2026-11-21T19:00:00Z'),
    rewardAmountMinor: 1250,
    capacity: 1000,
  };
  expect(await events()).toEqual([{ ...first, status: 'scheduled' }]);
  ctx.clock.set('2026-11-21T19:00:00Z');
  await completeEndedEvents(ctx);
  await seedTonight(ctx);
  expect(await events()).toMatchObject([
    { ...first, status: 'completed' },
    { startsAt: new Date('2026-11-21T20:30:00Z'), status: 'scheduled' },
  ]);
});
