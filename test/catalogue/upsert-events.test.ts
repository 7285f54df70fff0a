import { projectChanges } from '../../src/catalogue/project-changes.js';
import { enqueue } from '../../src/platform/outbox/messages.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';

const ticket = (change: object = {}) => ({ id: 'std', name: 'Standard', price: 20, fees: 2, capacity: 100, ...change });
const concert = (change: object = {}) => ({
  external_id: 'c-1',
  name: 'Velvet Harbour Live',
  starts_at: '2027-05-01T20:00',
  city: 'Berlin',
  country: 'DE',
  currency: 'EUR',
  ...change,
});

describe('an organizer’s feed, again', () => {
  let ctx: TestContext;

  beforeEach(async () => {
    ctx = await createTestContext();
  });

  afterEach(() => ctx.close());

  const statusNow = async () => (await listedEvent(ctx, await eventId(ctx, 'c-1')))?.status;

  it('moves the status as the rules say', async () => {
    await importAll(ctx, [concert()]);
    expect(await importAll(ctx, [concert({ status: 'postponed' })])).toMatchObject({ updated: 1 });
    expect(await statusNow()).toBe('postponed');
    await importAll(ctx, [concert({ status: 'scheduled', starts_at: '2027-06-01T20:00' })]);
    expect(await statusNow()).toBe('rescheduled');
    await importAll(ctx, [concert({ name: 'No word of the status' })]);
    expect(await statusNow()).toBe('rescheduled');
    await importAll(ctx, [concert({ status: 'cancelled' })]);
    expect(await statusNow()).toBe('cancelled');
    const back = await importAll(ctx, [concert({ status: 'scheduled' }), concert({ external_id: 'c-2' })]);
    expect(back).toMatchObject({ refused: 1, created: 1 });
    expect(back.refusals).toEqual(['1: status: cancelled is final: scheduled cannot follow']);
  });

  it('sells an event out and back where the organizer sells it', async () => {
    await importAll(ctx, [concert({ status: 'sold_out' })]);
    expect(await statusNow()).toBe('sold_out');
    await importAll(ctx, [concert({ status: 'scheduled' })]);
    expect(await statusNow()).toBe('scheduled');
  });

  it('writes ticket types, keeps their sold tickets and removes unlisted types', async () => {
    await importAll(ctx, [
      concert({ ticket_types: [ticket(), ticket({ id: 'vip', price: 50 }), ticket({ id: 'old' })] }),
    ]);
    await ctx.sql`UPDATE ticket_types SET sold = 30, held = 2 WHERE external_id = 'std'`;
    await ctx.sql`UPDATE ticket_types SET sold = 5 WHERE external_id = 'old'`;
    const ids = await ctx.sql`SELECT id FROM ticket_types WHERE external_id = 'std'`;
    await importAll(ctx, [concert({ ticket_types: [ticket({ price: 25, capacity: 60 }), ticket({ id: 'new' })] })]);
    expect(
      await ctx.sql`SELECT external_id, price_minor, capacity, held, sold, sales_until FROM ticket_types ORDER BY external_id`,
    ).toEqual([
      { externalId: 'new', priceMinor: 2000, capacity: 100, held: 0, sold: 0, salesUntil: null },
      { externalId: 'old', priceMinor: 2000, capacity: 5, held: 0, sold: 5, salesUntil: ctx.clock.now() },
      { externalId: 'std', priceMinor: 2500, capacity: 60, held: 2, sold: 30, salesUntil: null },
    ]);
    expect(await ctx.sql`SELECT id FROM ticket_types WHERE external_id = 'std'`).toEqual([...ids]);
  });

  it('refuses fewer tickets than are held and sold', async () => {
    await importAll(ctx, [concert({ ticket_types: [ticket()] })]);
    await ctx.sql`UPDATE ticket_types SET sold = 30, held = 2`;
    const result = await importAll(ctx, [concert({ ticket_types: [ticket({ capacity: 31 })] })]);
    expect(result.refusals).toEqual(['1: ticket_types.0.capacity: 32 tickets are held or sold: it cannot be 31']);
    expect(await ctx.sql`SELECT capacity FROM ticket_types`).toEqual([{ capacity: 100 }]);
  });

  it('leaves ticket types alone where nothing is said of them', async () => {
    await importAll(ctx, [concert({ ticket_types: [ticket()] })]);
    await importAll(ctx, [concert({ name: 'Renamed' })]);
    expect(await ctx.sql`SELECT capacity FROM ticket_types`).toEqual([{ capacity: 100 }]);
    await importAll(ctx, [concert({ ticket_types: [] })]);
    expect(await ctx.sql`SELECT FROM ticket_types`).toHaveLength(0);
  });

  it('lets the stock say whether an event with ticket types is sold out', async () => {
    await importAll(ctx, [concert({ ticket_types: [ticket({ capacity: 2 })] })]);
    const id = await eventId(ctx, 'c-1');
    await ctx.sql`UPDATE ticket_types SET sold = 2`;
    await enqueue(ctx.sql, 'event.touched', [id], ctx.clock.now());
    await projectChanges(ctx);
    expect(await statusNow()).toBe('sold_out');
    await importAll(ctx, [concert({ name: 'Renamed', status: 'scheduled', ticket_types: [ticket({ capacity: 2 })] })]);
    expect(await statusNow()).toBe('sold_out');
    await importAll(ctx, [concert({ name: 'More seats', ticket_types: [ticket({ capacity: 3 })] })]);
    expect(await statusNow()).toBe('scheduled');
  });

  it('never forgets the spent part of a budget', async () => {
    await importAll(ctx, [concert({ reward: { amount: 2, budget: 100 } })]);
    await ctx.sql`UPDATE events SET reward_spent_minor = 4000`;
    await importAll(ctx, [concert({ reward: { amount: 2, budget: 50 } })]);
    expect(await ctx.sql`SELECT reward_budget_minor, reward_spent_minor FROM events`).toEqual([
      { rewardBudgetMinor: 5000, rewardSpentMinor: 4000 },
    ]);
  });
});
