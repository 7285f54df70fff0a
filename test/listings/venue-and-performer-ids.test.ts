import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';
import { LIVE_VIEWER, page } from '../support/data/listings.js';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

const concert = (id: string, change: object = {}) => ({
  external_id: id,
  name: 'Concert',
  starts_at: '2027-05-01T20:00',
  ...{ venue: 'Café Zentral', city: 'Köln', country: 'DE' },
  performers: ['Zoë Ørsted', 'The Guests'],
  ...change,
});

/** The ids of the venue and of the performers, in the order of their names in the file. */
async function idsOf(externalId: string): Promise<(string | null | undefined)[]> {
  const event = await listedEvent(ctx, await eventId(ctx, externalId));
  return [event?.location.venue_id, ...(event?.performers ?? []).map(({ id }) => id)];
}

test("an organizer's imports keep the ids of its venues and performers, whatever the spelling", async () => {
  await importAll(ctx, [concert('first')], { source: 'a' });
  const ids = await idsOf('first');
  expect(ids).toEqual([
    expect.stringMatching(/^ven_[0-9a-f]{20}$/),
    expect.stringMatching(/^prf_[0-9a-f]{20}$/),
    expect.stringMatching(/^prf_[0-9a-f]{20}$/),
  ]);
  const spelled = {
    ...{ name: 'Concert, moved', starts_at: '2027-06-01T20:00', address: 'Ring 1', country: 'de' },
    ...{ venue: ' CAFE\u0301  zentral', city: 'KO\u0308LN', performers: ['zoe orsted', 'THE  GUESTS'] },
  };
  await importAll(ctx, [concert('first', spelled), concert('second')], { source: 'a', name: 'Another name' });
  expect(await idsOf('first')).toEqual(ids);
  expect(await idsOf('second')).toEqual(ids);
});

test('another organizer, name, city or country is another id, and no venue has none', async () => {
  await importAll(ctx, [concert('own')], { source: 'a' });
  await importAll(ctx, [concert('theirs')], { source: 'b' });
  await importAll(
    ctx,
    [
      concert('renamed', { venue: 'Café Zentrale', performers: ['Zoë'] }),
      concert('moved', { city: 'Bonn' }),
      concert('abroad', { country: 'AT' }),
      concert('nowhere', { venue: undefined, performers: [] }),
    ],
    { source: 'a' },
  );
  const [venue, zoe, guests] = await idsOf('own');
  const others = await Promise.all(['theirs', 'renamed', 'moved', 'abroad'].map(idsOf));
  expect(new Set([venue, ...others.map(([id]) => id)]).size).toBe(5);
  expect(new Set([zoe, guests, ...(others[0]?.slice(1) ?? []), others[1]?.[1]]).size).toBe(5);
  expect(await idsOf('moved')).toEqual([expect.anything(), zoe, guests]);
  expect(await idsOf('nowhere')).toEqual([null]);
});

test('the filters find the events of one organizer, upcoming and changed, and an unknown id finds none', async () => {
  await importAll(ctx, [concert('one'), concert('two', { performers: ['zoe orsted', 'ZOË ØRSTED'] })], { source: 'a' });
  await importAll(ctx, [concert('theirs')], { source: 'b' });
  const [venue, zoe, guests] = (await idsOf('one')) as [string, string, string];
  const found = async (filters: { venue_id?: string; performer_id?: string; artist?: string; q?: string }) => {
    const changed_since = '1970-01-01T00:00:00.000000Z';
    const [soonest, changed] = await Promise.all([page(ctx, filters), page(ctx, { ...filters, changed_since })]);
    expect(changed.events.map(({ id }) => id).sort()).toEqual(soonest.events.map(({ id }) => id).sort());
    return soonest.events.length;
  };
  expect(await found({ venue_id: venue })).toBe(2);
  expect(await found({ performer_id: zoe })).toBe(2);
  expect(await found({ venue_id: venue, performer_id: guests })).toBe(1);
  expect(await found({ performer_id: zoe, artist: 'guest' })).toBe(1);
  expect(await found({ venue_id: venue, artist: 'guest' })).toBe(1);
  for (const q of ['concert guest', 'guests köln', 'the gue']) {
    expect(await found({ venue_id: venue, q })).toBe(1);
    expect(await found({ performer_id: zoe, q })).toBe(1);
    expect(await found({ venue_id: venue, performer_id: zoe, q })).toBe(1);
  }
  expect(await found({ performer_id: guests, q: 'nobody' })).toBe(0);
  for (const id of ['ven_unknown', zoe, 'evt_1']) expect(await found({ venue_id: id })).toBe(0);
  for (const id of ['prf_unknown', venue]) expect(await found({ performer_id: id })).toBe(0);
  // All of three organizers' performers of that name.
  expect(await found({ artist: 'zoe' })).toBe(3);
  expect((await page(ctx, { performer_id: zoe }, { viewer: { ...LIVE_VIEWER, mode: 'test' } })).events).toEqual([]);
});
