import { projectChanges } from '../../src/catalogue/project-changes.js';
import type { Event } from '../../src/core/wire/event.js';
import { getEvent } from '../../src/listings/get-event.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { addTicketType } from '../support/data/build.js';
import { addEvents, change, LIVE_VIEWER, page, touch, walk } from '../support/data/listings.js';
import { waitFor } from '../support/wait-for.js';

let ctx: TestContext;

beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

async function read(id: string): Promise<Event> {
  return JSON.parse((await getEvent(ctx, LIVE_VIEWER, { id })).toString()).event;
}

async function refusal(id: string): Promise<string> {
  return getEvent(ctx, LIVE_VIEWER, { id }).then(
    () => 'shown',
    (error) => error.code,
  );
}

async function addOne(fields = {}): Promise<string> {
  const [event] = await addEvents(ctx, [fields]);
  return event?.id ?? '';
}

/** Moves the stock of a ticket type as a hold does. */
async function hold(eventId: string, held: number): Promise<void> {
  ctx.clock.advance(1000);
  await ctx.sql`UPDATE ticket_types SET held = ${held}, inventory_updated_at = ${ctx.clock.now()} WHERE event_id = ${eventId}`;
  await touch(ctx, [eventId]);
}

describe('updated_at', () => {
  it('moves when something a partner sees does, each stamp after all before it', async () => {
    const id = await addOne();
    const first = (await read(id)).updated_at;
    await change(ctx, id, { name: 'New name' });
    const second = (await read(id)).updated_at;
    expect(second > first).toBe(true);
    ctx.clock.advance(-60_000);
    await change(ctx, id, { name: 'Newer name' });
    expect((await read(id)).updated_at > second).toBe(true);
  });

  it('stays when the event is touched and nothing changed', async () => {
    const id = await addOne();
    const before = await read(id);
    ctx.clock.advance(60_000);
    await touch(ctx, [id, id]);
    expect(await read(id)).toEqual(before);
  });

  it('stays when only the inventory moved; the availability class moves it', async () => {
    const id = await addOne();
    await addTicketType(ctx, id, { capacity: 100 });
    await touch(ctx, [id]);
    const before = await read(id);
    await hold(id, 5);
    const held = await read(id);
    expect(held).toEqual({ ...before, inventory_updated_at: ctx.clock.now().toISOString() });
    await hold(id, 95);
    const limited = await read(id);
    expect(limited.tickets.availability).toBe('limited');
    expect(limited.updated_at > before.updated_at).toBe(true);
  });
});

describe('sold_out', () => {
  it('follows the stock and returns to the earlier status', async () => {
    const id = await addOne({ status: 'rescheduled' });
    await addTicketType(ctx, id, { capacity: 10 });
    await hold(id, 10);
    expect(await read(id)).toMatchObject({ status: 'sold_out', tickets: { availability: 'sold_out' } });
    const [row] = await ctx.sql`SELECT status, status_before_sold_out FROM events WHERE id = ${id}`;
    expect(row).toEqual({ status: 'sold_out', statusBeforeSoldOut: 'rescheduled' });
    await hold(id, 0);
    expect(await read(id)).toMatchObject({ status: 'rescheduled' });
  });

  it('waits for a transaction that changes the event, and delays no other', async () => {
    const [busy, other] = await addEvents(ctx, [{}, {}]);
    await addTicketType(ctx, busy?.id ?? '', { capacity: 10 });
    await ctx.sql.begin(async (tx) => {
      await tx`SELECT id FROM events WHERE id = ${busy?.id ?? ''} FOR UPDATE`;
      await hold(busy?.id ?? '', 10);
      await change(ctx, other?.id ?? '', { name: 'Went ahead' });
      expect(await read(other?.id ?? '')).toMatchObject({ name: 'Went ahead' });
      expect(await read(busy?.id ?? '')).toMatchObject({ status: 'scheduled' });
    });
    await projectChanges(ctx);
    expect(await read(busy?.id ?? '')).toMatchObject({ status: 'sold_out' });
  });
});

describe('the passing of time', () => {
  it('opens sales and ends the event without anybody touching it', async () => {
    const starts = new Date(ctx.clock.now().getTime() + 86_400_000);
    const id = await addOne({ starts_at: starts });
    await addTicketType(ctx, id, { capacity: 100, sales_from: new Date(ctx.clock.now().getTime() + 3_600_000) });
    await touch(ctx, [id]);
    expect((await read(id)).tickets.availability).toBe('not_on_sale');
    ctx.clock.advance(3_600_000);
    await projectChanges(ctx);
    expect((await read(id)).tickets.availability).toBe('available');
    expect((await page(ctx)).events).toHaveLength(1);
    ctx.clock.set(new Date(starts.getTime() + 6 * 3_600_000));
    await projectChanges(ctx);
    expect((await read(id)).tickets.availability).toBe('ended');
    expect((await page(ctx)).events).toHaveLength(0);
    expect(await projectChanges(ctx)).toEqual({ events: 0 });
  });
});

describe('an event that no partner may see', () => {
  it('answers event_withdrawn once it could be seen, else event_not_found', async () => {
    const shown = await addOne();
    const hidden = await addOne({ shared: false });
    await change(ctx, shown, { shared: false });
    expect(await refusal(shown)).toBe('event_withdrawn');
    expect(await refusal(hidden)).toBe('event_not_found');
    expect(await refusal('evt_nothing')).toBe('event_not_found');
    await change(ctx, shown, { shared: true });
    expect(await refusal(shown)).toBe('shown');
    expect((await page(ctx, { changed_since: '2020-01-01T00:00:00.000000Z' })).withdrawn).toEqual([]);
  });
});

describe('many at once', () => {
  it('projects several batches, and searches many performers by going through the events', async () => {
    await addEvents(
      ctx,
      Array.from({ length: 1100 }, (_, i) => ({ performers: [`Zeta ${i}`, i % 2 ? 'Omega' : 'OMEGA'] })),
    );
    expect(await walk(ctx, { artist: 'zeta' })).toHaveLength(1100);
    expect(await walk(ctx, { artist: 'zeta 77' }, { limits: [4] })).toHaveLength(11);
    expect(await walk(ctx, { artist: 'omega', from: '2026-11-01' })).toHaveLength(1100);
    const [{ count } = { count: 0 }] =
      await ctx.sql`SELECT count(*)::int FROM performers WHERE name_key LIKE '%omega%'`;
    expect(count).toBe(1);
  });

  it('lets two processes project at once, each change once', async () => {
    const events = await addEvents(
      ctx,
      Array.from({ length: 30 }, () => ({})),
    );
    const ids = events.map((event) => event.id);
    await Promise.all(ids.map((id, i) => change(ctx, id, { name: `Name ${i}` })));
    await waitFor(async () => (await ctx.sql`SELECT FROM outbox WHERE topic = 'event.touched'`).length === 0);
    const names = (await walk(ctx)).map((event) => event.name);
    expect(new Set(names).size).toBe(30);
    const stamps = (await walk(ctx, { changed_since: '2020-01-01T00:00:00.000000Z' })).map((event) => event.updated_at);
    expect(stamps).toEqual([...stamps].sort());
  });
});
