import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/config/project-root.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { eventId, importAll, listedEvent } from '../support/data/catalogue.js';

const concert = (change: object = {}) => ({
  external_id: 'c-1',
  name: 'Velvet Harbour Live',
  starts_at: '2027-05-01T20:00',
  city: 'Berlin',
  country: 'DE',
  category: 'music',
  currency: 'EUR',
  price: { from: 20, to: 30 },
  ...change,
});

describe('importEvents', () => {
  let ctx: TestContext;

  beforeEach(async () => {
    ctx = await createTestContext();
  });

  afterEach(() => ctx.close());

  it('brings the real file in, and the second time changes nothing', async () => {
    const file = readFileSync(join(projectRoot(), 'test/fixtures/conferences.ndjson'), 'utf8');
    const first = await importAll(ctx, file, { source: 'conferences', name: 'Conferences' });
    expect(first).toMatchObject({ read: 300, created: 299, updated: 0, unchanged: 0, refused: 0, repeated: 1 });
    const before =
      await ctx.sql`SELECT e.xmin::text, l.updated_at FROM events e JOIN event_listings l ON l.event_id = e.id ORDER BY e.id`;
    expect(before).toHaveLength(299);

    const second = await importAll(ctx, file, { source: 'conferences', name: 'Conferences' });
    expect(second).toMatchObject({ read: 300, created: 0, updated: 0, unchanged: 299, refused: 0, repeated: 1 });
    const after =
      await ctx.sql`SELECT e.xmin::text, l.updated_at FROM events e JOIN event_listings l ON l.event_id = e.id ORDER BY e.id`;
    expect([...after]).toEqual([...before]);
    expect(await ctx.sql`SELECT FROM outbox`).toHaveLength(0);
  });

  it('shows partners imported events at once', async () => {
    await importAll(ctx, [concert()], { source: 'hall', name: 'The Hall', verified: true });
    expect(await listedEvent(ctx, await eventId(ctx, 'c-1'))).toMatchObject({
      name: 'Velvet Harbour Live',
      status: 'scheduled',
      starts_at: '2027-05-01T18:00:00.000Z',
      timezone: 'Europe/Berlin',
      location: { city: 'Berlin', country: 'DE' },
      tickets: { from: 20, to: 30, currency: 'EUR', availability: 'available' },
      organizer: { name: 'The Hall', verified: true },
      test: false,
    });
  });

  it('refuses what tickets could not print, where tickets are sold here', async () => {
    const sold = { price: undefined, ticket_types: [{ id: 's', name: 'ᠲᠠᠰᠠᠯᠪᠤᠷᠢ', price: 9, capacity: 10 }] };
    const events = [
      concert({ external_id: 'c-1', name: 'ᠮᠣᠩᠭᠣᠯ', ...sold }),
      concert({ external_id: 'c-2', name: 'ᠮᠣᠩᠭᠣᠯ' }),
      concert({
        external_id: 'c-3',
        name: 'თბილისი ★ சென்னை 🎷',
        venue: 'Ἀθῆναι',
        ...sold,
        ticket_types: [{ ...sold.ticket_types[0], name: 'ঢাকা' }],
      }),
    ];
    const { refusals, ...counts } = await importAll(ctx, events, { source: 'hall', name: 'The Hall' });
    expect(counts).toMatchObject({ created: 2, refused: 1 });
    const reason = (letters: string) => `has letters that tickets cannot print: ${letters}. Write it in another script`;
    expect(refusals).toEqual([
      `1: name: ${reason('ᠮ ᠣ ᠩ ᠭ ᠯ')}`,
      `1: ticket_types.0.name: ${reason('ᠲ ᠠ ᠰ ᠯ ᠪ ᠤ ᠷ ᠢ')}`,
    ]);
    const named = await importAll(ctx, events.slice(1), { source: 'hall', name: 'ᠮᠣᠩᠭᠣᠯ' });
    expect(named).toMatchObject({ refused: 1, refusals: [`2: organizer name: ${reason('ᠮ ᠣ ᠩ ᠭ ᠯ')}`] });
  });

  it('goes on after lines that cannot be taken, and names each', async () => {
    const lines = [
      JSON.stringify(concert()),
      '{"external_id":',
      JSON.stringify(concert({ external_id: 'c-2', status: 'maybe' })),
      JSON.stringify(concert({ external_id: 'c-3', country: 'Atlantis', titel: 'x' })),
      `${JSON.stringify(concert({ external_id: 'c-4' })).slice(0, -1)},"short_description":"${'x'.repeat(70_000)}"}`,
      '',
      JSON.stringify(concert({ external_id: 'c-5', name: 'NUL \u0000' })),
      JSON.stringify(concert({ external_id: 'c-6' })),
    ];
    const result = await importAll(ctx, lines.join('\n'));
    expect(result).toMatchObject({ read: 7, created: 3, refused: 4, noted: 0 });
    expect(result.refusals).toEqual([
      '2: not valid JSON',
      expect.stringMatching(/^3: status: /),
      '4: titel: unknown field',
      '5: longer than 64 KB',
    ]);
  });

  it('imports an event without its bad members, and reports each by event', async () => {
    const event = concert({
      country: 'Atlantis',
      ends_at: '2027-05-01T10:00',
      image: 'no address',
      price: { from: '1.250' },
    });
    const { notes, ...counts } = await importAll(ctx, [event]);
    expect(counts).toMatchObject({ created: 1, refused: 0, noted: 1 });
    expect(notes).toEqual([
      '1: c-1: price.from: 1.250: is ambiguous: the last three digits may be thousands or decimals',
      '1: c-1: image: no address: must be an http or https address',
      '1: c-1: country: Atlantis: "Atlantis" is not a country we know',
      '1: c-1: starts_at: 2027-05-01T20:00: needs an offset such as +02:00: the timezone of the place is not known. The day alone counts',
      '1: c-1: ends_at: 2027-05-01T10:00: needs an offset such as +02:00: the timezone of the place is not known',
    ]);
    expect(await listedEvent(ctx, await eventId(ctx, 'c-1'))).toMatchObject({
      starts_at: null,
      date: '2027-05-01',
      location: { city: 'Berlin', country: null },
      tickets: { from: null },
    });
    const strict = await importAll(ctx, [event], { source: 'tests' }, { strict: true });
    expect(strict).toMatchObject({ created: 0, refused: 1, noted: 0 });
  });

  it('takes the last of several lines with one id, the same on every run', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) =>
      concert({ external_id: `c-${index % 700}`, name: `Name ${index}` }),
    );
    expect(await importAll(ctx, lines)).toMatchObject({ read: 1200, created: 700, repeated: 500, updated: 0 });
    expect(await ctx.sql`SELECT name FROM events WHERE external_id = 'c-3'`).toEqual([{ name: 'Name 703' }]);
    expect(await importAll(ctx, lines)).toMatchObject({ created: 0, updated: 0, unchanged: 700, repeated: 500 });
  });

  it('updates what changed and nothing else', async () => {
    await importAll(ctx, [concert(), concert({ external_id: 'c-2' })]);
    const [first, second] = [await eventId(ctx, 'c-1'), await eventId(ctx, 'c-2')];
    const before = await listedEvent(ctx, second);
    ctx.clock.advance(60_000);
    const result = await importAll(ctx, [concert({ name: 'Velvet Harbour, again' }), concert({ external_id: 'c-2' })]);
    expect(result).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    expect(await listedEvent(ctx, first)).toMatchObject({ name: 'Velvet Harbour, again' });
    expect(await listedEvent(ctx, second)).toEqual(before);
  });

  it('keeps the events of different organizers apart', async () => {
    await importAll(ctx, [concert()], { source: 'one' });
    expect(await importAll(ctx, [concert()], { source: 'two' })).toMatchObject({ created: 1 });
  });

  it('updates every event of an organizer whose name changed', async () => {
    await importAll(ctx, [concert()], { source: 'hall' });
    const id = await eventId(ctx, 'c-1');
    expect(await listedEvent(ctx, id)).toMatchObject({ organizer: { name: null, verified: false } });
    await importAll(ctx, [concert()], { source: 'hall', name: 'The Hall', verified: true });
    expect(await listedEvent(ctx, id)).toMatchObject({ organizer: { name: 'The Hall', verified: true } });
  });

  it('refuses an organizer that cannot be', async () => {
    await expect(importAll(ctx, [], { source: 'a b' })).rejects.toThrow('organizer: must be');
  });

  it('leaves a withdrawn event withdrawn', async () => {
    await importAll(ctx, [concert()]);
    await ctx.sql`UPDATE events SET shared = false`;
    await importAll(ctx, [concert({ name: 'Renamed' })]);
    expect(await ctx.sql`SELECT name, shared FROM events`).toEqual([{ name: 'Renamed', shared: false }]);
  });

  it('marks past events as completed, and does not let them take place again', async () => {
    const past = concert({ starts_at: '2026-05-01T20:00' });
    await importAll(ctx, [past]);
    expect(await ctx.sql`SELECT status FROM events`).toEqual([{ status: 'completed' }]);
    expect(await importAll(ctx, [{ ...past, status: 'scheduled', name: 'Renamed' }])).toMatchObject({ updated: 1 });
    const again = await importAll(ctx, [concert({ status: 'scheduled' })]);
    expect(again.refusals).toEqual([
      '1: date: the event is completed and cannot take place again: use another external_id',
    ]);
  });

  it('lets two imports of one file cross', async () => {
    const lines = Array.from({ length: 800 }, (_, index) => concert({ external_id: `c-${index}` }));
    const results = await Promise.all([importAll(ctx, lines), importAll(ctx, [...lines].reverse())]);
    expect(results[0].created + results[1].created).toBe(800);
    expect(results.every((result) => result.refused === 0)).toBe(true);
    expect(await ctx.sql`SELECT count(*)::int AS events FROM event_listings`).toEqual([{ events: 800 }]);
  });
});
