import { completeEndedEvents } from '../../src/catalogue/complete-ended-events.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';

const place = { name: 'Concert', city: 'Berlin', country: 'DE' };
/** When each is over, with the instant just before it. */
const EVENTS = [
  {
    external_id: 'with-end',
    starts_at: '2026-11-02T20:00',
    ends_at: '2026-11-02T21:00',
    over: '2026-11-02T20:00:00.000Z',
  },
  { external_id: 'with-start', starts_at: '2026-11-02T20:00', over: '2026-11-03T01:00:00.000Z' },
  { external_id: 'day', date: '2026-11-02', over: '2026-11-02T23:00:00.000Z' },
  { external_id: 'days', date: '2026-11-02', end_date: '2026-11-03', over: '2026-11-03T22:59:59.000Z' },
  { external_id: 'far-west', date: '2026-11-02', city: 'Honolulu', country: 'US', over: '2026-11-03T10:00:00.000Z' },
  {
    external_id: 'online',
    date: '2026-11-02',
    online: true,
    city: null,
    country: null,
    over: '2026-11-03T00:00:00.000Z',
  },
];

describe('completeEndedEvents', () => {
  let ctx: TestContext;

  beforeEach(async () => {
    ctx = await createTestContext({ now: '2026-11-02T09:00:00.000Z' });
  });

  afterEach(() => ctx.close());

  it.each(EVENTS)('completes $external_id at $over and not before', async ({ over, ...event }) => {
    await importAll(ctx, [{ ...place, ...event }]);
    const id = await eventId(ctx, event.external_id);
    ctx.clock.set(new Date(Date.parse(over) - 1));
    expect(await completeEndedEvents(ctx)).toEqual({ completed: 0 });
    ctx.clock.set(over);
    expect(await completeEndedEvents(ctx)).toEqual({ completed: 1 });
    expect(await listedEvent(ctx, id)).toMatchObject({ status: 'completed', tickets: { availability: 'ended' } });
    expect(await completeEndedEvents(ctx)).toEqual({ completed: 0 });
  });

  it('completes rescheduled and sold-out events, and leaves postponed and cancelled ones', async () => {
    const statuses = ['rescheduled', 'sold_out', 'postponed', 'cancelled'];
    await importAll(
      ctx,
      statuses.map((status) => ({ ...place, external_id: status, status, date: '2026-11-02' })),
    );
    ctx.clock.set('2026-11-05T00:00:00.000Z');
    expect(await completeEndedEvents(ctx)).toEqual({ completed: 2 });
    expect(await ctx.sql`SELECT external_id, status FROM events ORDER BY external_id`).toEqual([
      { externalId: 'cancelled', status: 'cancelled' },
      { externalId: 'postponed', status: 'postponed' },
      { externalId: 'rescheduled', status: 'completed' },
      { externalId: 'sold_out', status: 'completed' },
    ]);
    expect(await ctx.sql`SELECT FROM event_listings WHERE upcoming`).toHaveLength(0);
  });

  it('goes on until all are done', async () => {
    await importAll(
      ctx,
      Array.from({ length: 1100 }, (_, index) => ({
        ...place,
        external_id: `c-${index}`,
        ...(index % 2 ? { date: '2026-11-02' } : { starts_at: '2026-11-02T20:00' }),
      })),
    );
    ctx.clock.set('2026-11-05T00:00:00.000Z');
    expect(await completeEndedEvents(ctx)).toEqual({ completed: 1100 });
    expect(await ctx.sql`SELECT FROM event_listings WHERE status <> 'completed'`).toHaveLength(0);
  });
});
