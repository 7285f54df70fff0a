import { showEvent } from '../../src/catalogue/show-event.js';
import { type EventPatch, updateEvent } from '../../src/catalogue/update-event.js';
import { shareEvent, withdrawEvent } from '../../src/catalogue/withdraw-event.js';
import { InputRefusal } from '../../src/core/input-refusal.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';

const concert = {
  external_id: 'c-1',
  name: 'Velvet Harbour Live',
  starts_at: '2027-05-01T20:00',
  ends_at: '2027-05-01T23:00',
  city: 'Berlin',
  country: 'DE',
  currency: 'EUR',
  price: { from: 20, to: 30 },
  reward: { percent: 10 },
};

describe('one event', () => {
  let ctx: TestContext;
  let id: string;

  beforeEach(async () => {
    ctx = await createTestContext();
    await importAll(ctx, [concert]);
    id = await eventId(ctx, 'c-1');
  });

  afterEach(() => ctx.close());

  async function update(patch: EventPatch) {
    ctx.clock.advance(1000);
    const before = await listedEvent(ctx, id);
    const changed = await updateEvent(ctx, id, patch);
    const after = await listedEvent(ctx, id);
    expect(after?.updated_at !== before?.updated_at).toBe(changed);
    return after;
  }

  it('changes the fields that are named and no other', async () => {
    const { updated_at: _, ...before } = (await listedEvent(ctx, id)) ?? {};
    const after = await update({ name: 'Renamed', short_description: 'New', reward: { amount: 2 } });
    expect(after).toMatchObject({
      ...before,
      name: 'Renamed',
      display: { short_description: 'New' },
      earn: { eligible: true, amount: 2, currency: 'EUR' },
    });
  });

  it('says when nothing changes', async () => {
    expect(await updateEvent(ctx, id, { name: concert.name, starts_at: '2027-05-01T20:00', city: 'berlin' })).toBe(
      false,
    );
    expect(await updateEvent(ctx, id, { status: 'scheduled' })).toBe(false);
  });

  it('keeps a picture of our own, which is a path, until it is removed', async () => {
    const image = '/pictures/music-1.jpg';
    await ctx.sql`UPDATE events SET image = ${image} WHERE id = ${id}`;
    expect(await update({ status: 'cancelled' })).toMatchObject({ status: 'cancelled', image });
    expect(await updateEvent(ctx, id, { name: concert.name })).toBe(false);
    expect(await update({ image: null })).toMatchObject({ image: null });
    expect(await update({ image: 'https://hall.example/a.jpg' })).toMatchObject({
      image: 'https://hall.example/a.jpg',
    });
    expect(await update({ name: 'Renamed' })).toMatchObject({ image: 'https://hall.example/a.jpg' });
  });

  it('moves an event with its day and keeps how long it lasts', async () => {
    expect(await update({ status: 'rescheduled', starts_at: '2027-12-31T23:00' })).toMatchObject({
      status: 'rescheduled',
      date: '2027-12-31',
      starts_at: '2027-12-31T22:00:00.000Z',
      ends_at: '2028-01-01T01:00:00.000Z',
    });
  });

  it('moves it to another city with its coordinates and timezone', async () => {
    expect(await update({ city: 'Portland, OR', country: 'US', starts_at: '2027-05-01T20:00' })).toMatchObject({
      timezone: 'America/Los_Angeles',
      starts_at: '2027-05-02T03:00:00.000Z',
      location: { city: 'Portland', country: 'US', lat: expect.closeTo(45.5, 1) },
    });
    expect(await update({ online: true })).toMatchObject({ location: { venue: 'Online', city: null, lat: null } });
  });

  it('takes fields away', async () => {
    expect(await update({ starts_at: null, date: '2027-05-02', price: null, reward: null })).toMatchObject({
      date: '2027-05-02',
      starts_at: null,
      ends_at: null,
      tickets: { from: null },
      earn: { eligible: false },
    });
  });

  it.each<[EventPatch, string]>([
    [{ status: 'completed', name: '' }, 'name: must not be empty'],
    [{ ends_at: '2027-05-01T10:00' }, 'ends_at: is before the start'],
    [{ country: 'Atlantis' }, 'country: "Atlantis" is not a country we know'],
    [{ date: '2027-08-01' }, 'date: is not the day of starts_at'],
  ])('refuses %j and changes nothing', async (patch, reason) => {
    await expect(updateEvent(ctx, id, patch)).rejects.toThrow(new InputRefusal([{ field: '', reason }]).message);
    expect(await listedEvent(ctx, id)).toMatchObject({ name: concert.name, status: 'scheduled' });
  });

  it('refuses statuses that cannot follow', async () => {
    await update({ status: 'postponed' });
    await expect(updateEvent(ctx, id, { status: 'scheduled' })).rejects.toThrow(
      'status: scheduled cannot follow postponed; rescheduled, cancelled can',
    );
    await update({ status: 'cancelled' });
    await expect(updateEvent(ctx, id, { status: 'rescheduled' })).rejects.toThrow('cancelled is final');
  });

  it('refuses a price, or to be sold out, where there are ticket types', async () => {
    const types = [{ id: 'std', name: 'Standard', price: 20, capacity: 5 }];
    await importAll(ctx, [{ ...concert, external_id: 'c-2', price: undefined, ticket_types: types }]);
    const other = await eventId(ctx, 'c-2');
    await expect(updateEvent(ctx, other, { status: 'sold_out' })).rejects.toThrow(
      'status: this event is sold out when',
    );
    await expect(updateEvent(ctx, other, { price: { from: 1 } })).rejects.toThrow('price: comes from the ticket types');
    expect(await updateEvent(ctx, other, { name: 'Renamed' })).toBe(true);
    expect((await showEvent(ctx, other)).ticketTypes).toMatchObject([{ price: 20, total: 20, capacity: 5, free: 5 }]);
  });

  it('is left alone by the next import of the same description', async () => {
    await update({ name: 'Renamed' });
    expect(await importAll(ctx, [concert])).toMatchObject({ unchanged: 1 });
    expect(await listedEvent(ctx, id)).toMatchObject({ name: 'Renamed' });
    await importAll(ctx, [{ ...concert, category: 'jazz' }]);
    expect(await listedEvent(ctx, id)).toMatchObject({ name: concert.name, category: 'jazz' });
  });

  it('is withdrawn and shared again', async () => {
    expect(await withdrawEvent(ctx, id)).toBe(true);
    expect(await withdrawEvent(ctx, id)).toBe(false);
    expect(await listedEvent(ctx, id)).toBeUndefined();
    expect(await ctx.sql`SELECT event_id FROM withdrawals`).toEqual([{ eventId: id }]);
    expect(await shareEvent(ctx, id)).toBe(true);
    expect(await shareEvent(ctx, id)).toBe(false);
    expect(await listedEvent(ctx, id)).toMatchObject({ name: concert.name });
  });

  it('is shown with its organizer', async () => {
    expect(await showEvent(ctx, id)).toMatchObject({
      event: { id, organizerSource: 'tests', date: '2027-05-01', rewardPercent: '10.0000', shared: true },
      ticketTypes: [],
    });
  });

  it('must be there', async () => {
    for (const verb of [
      () => updateEvent(ctx, 'evt_none', { name: 'x' }),
      () => withdrawEvent(ctx, 'evt_none'),
      () => shareEvent(ctx, 'evt_none'),
      () => showEvent(ctx, 'evt_none'),
    ]) {
      await expect(verb()).rejects.toThrow('There is no event evt_none.');
    }
  });
});
