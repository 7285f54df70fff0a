import { projectChanges } from '../../../src/catalogue/project-changes.js';
import { refreshSamples } from '../../../src/catalogue/refresh-samples.js';
import { seedDemo } from '../../../src/cli/demo/seed-demo.js';
import { eventStatus } from '../../../src/core/wire/event.js';
import { createTestContext, type TestContext } from '../../support/context.js';
import { listedEvent } from '../../support/data/catalogue.js';

const PREFIX = 'TEST EVENT — NO REAL MONEY';

describe('the demonstration', () => {
  let ctx: TestContext;

  beforeAll(async () => {
    ctx = await createTestContext({ now: '2026-11-02T09:00:00.000Z' });
    await seedDemo(ctx);
  });

  afterAll(() => ctx.close());

  const upcoming = (test: boolean) =>
    ctx.sql<
      {
        eventId: string;
        status: string;
        country: string | null;
        category: string;
        availability: string;
        name: string;
      }[]
    >`
      SELECT l.event_id, l.status, l.country, l.category, e.name, replace(replace(l.doc, U&'\\0001', ''), U&'\\0002', '')::json #>> '{tickets,availability}' AS availability
      FROM event_listings l JOIN events e ON e.id = l.event_id WHERE l.test = ${test} AND l.upcoming`;

  it('has samples of every status, availability and kind of reward, over many countries and categories', async () => {
    const samples = await ctx.sql`SELECT id, name, status, test, reward_kind, starts_at, shared FROM events WHERE test`;
    expect(samples).toHaveLength(25);
    for (const sample of samples) {
      expect(sample.id).toMatch(/^evt_test_[a-z_]+$/);
      expect(sample.name).toMatch(new RegExp(`^${PREFIX}`));
    }
    expect(new Set(samples.map((sample) => sample.status))).toEqual(new Set(eventStatus.options));
    expect(new Set(samples.map((sample) => sample.rewardKind))).toEqual(new Set(['flat', 'percent', null]));
    expect(samples.some((sample) => sample.startsAt === null)).toBe(true);
    const listed = await upcoming(true);
    expect(listed).toHaveLength(22);
    expect(new Set(listed.map((sample) => sample.country)).size).toBeGreaterThan(15);
    expect(new Set(listed.map((sample) => sample.category)).size).toBeGreaterThan(8);
    expect(new Set(listed.map((sample) => sample.availability))).toEqual(
      new Set(['available', 'limited', 'sold_out', 'not_on_sale']),
    );
  });

  it('has samples that pay again the next day, whatever tests have spent', async () => {
    const spent = () => ctx.sql`SELECT id FROM events WHERE test AND reward_spent_minor > 0`;
    await ctx.sql`UPDATE events SET reward_spent_minor = reward_budget_minor WHERE test AND reward_budget_minor IS NOT NULL`;
    expect((await spent()).length).toBeGreaterThan(1);
    await refreshSamples(ctx);
    expect(await spent()).toEqual([]);
  });

  it('has samples by name, each as it says', async () => {
    expect(await listedEvent(ctx, 'evt_test_tokyo_city_pop')).toMatchObject({
      tickets: { from: 7750, to: 10_570, currency: 'JPY' },
      earn: { eligible: true, amount: 500, currency: 'JPY' },
      timezone: 'Asia/Tokyo',
    });
    expect(await listedEvent(ctx, 'evt_test_kuwait_food_festival')).toMatchObject({
      tickets: { from: 13.388, currency: 'KWD' },
      starts_at: null,
    });
    expect(await listedEvent(ctx, 'evt_test_dublin_trad_session')).toMatchObject({ status: 'sold_out' });
    expect(await listedEvent(ctx, 'evt_test_cape_town_trail_race')).toMatchObject({
      tickets: { availability: 'limited' },
    });
    expect(await listedEvent(ctx, 'evt_test_online_photography_class')).toMatchObject({ location: { city: null } });
    expect(await listedEvent(ctx, 'evt_test_withdrawn')).toBeUndefined();
    expect(await ctx.sql`SELECT FROM withdrawals WHERE event_id = 'evt_test_withdrawn'`).toHaveLength(1);
  });

  it('has some 500 live events in the year to come', async () => {
    const live = await upcoming(false);
    expect(live.length).toBeGreaterThan(450);
    expect(live.some((event) => event.eventId.startsWith('evt_test_') || event.name.startsWith(PREFIX))).toBe(false);
    const [span] =
      await ctx.sql`SELECT min(sort_at) AS first, max(sort_at) AS last, bool_or(paying) AS paying FROM event_listings WHERE NOT test`;
    expect(span?.first.getTime()).toBeGreaterThan(ctx.clock.now().getTime());
    expect(span?.last.getTime()).toBeLessThan(Date.parse('2027-11-05'));
    expect(span?.paying).toBe(true);
  });

  it('does not change when it is seeded again, that day or later in the quarter', async () => {
    const rows = () =>
      ctx.sql`SELECT id, xmin::text FROM events UNION ALL SELECT id, xmin::text FROM ticket_types ORDER BY 1`;
    const before = await rows();
    await seedDemo(ctx);
    ctx.clock.set('2026-12-31T23:00:00.000Z');
    await refreshSamples(ctx);
    expect([...(await rows())]).toEqual([...before]);
  });

  it('moves the samples on with the quarter, refilled, also past ones', async () => {
    const berlin = () => listedEvent(ctx, 'evt_test_berlin_jazz_night');
    expect(await berlin()).toMatchObject({ date: '2027-01-03' });
    await ctx.sql`UPDATE ticket_types SET sold = capacity WHERE event_id = 'evt_test_berlin_jazz_night'`;
    await ctx.sql`UPDATE events SET status = 'completed' WHERE id = 'evt_test_london_comedy_cellar'`;
    ctx.clock.set('2027-01-01T00:00:00.000Z');
    await refreshSamples(ctx);
    expect(await berlin()).toMatchObject({
      date: '2027-04-03',
      status: 'scheduled',
      tickets: { availability: 'available' },
    });
    expect(await listedEvent(ctx, 'evt_test_london_comedy_cellar')).toMatchObject({ status: 'scheduled' });
    expect(await listedEvent(ctx, 'evt_test_withdrawn')).toBeUndefined();
    expect(await upcoming(true)).toHaveLength(22);
  });

  it('adds another edition of live events when most are over', async () => {
    ctx.clock.set('2027-08-01T00:00:00.000Z');
    await ctx.sql`UPDATE events SET status = 'completed' WHERE NOT test AND date < '2027-08-01'`;
    await seedDemo(ctx);
    await projectChanges(ctx);
    expect(await ctx.sql`SELECT count(*)::int AS events FROM events WHERE NOT test`).toEqual([{ events: 1000 }]);
  });
});
