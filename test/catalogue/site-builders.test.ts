import type { Event } from '../../src/core/wire/event.js';
import { SITE_BUILDERS } from '../fixtures/site-builders/builders.js';
import { BUILDER_EVENTS } from '../fixtures/site-builders/events.js';
import { createTestContext, type TestContext } from '../support/context.js';
import { importAll, listedEvent } from '../support/data/catalogue.js';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await createTestContext();
});
afterAll(() => ctx.close());

test('there are 300 events of ten builders', () => {
  expect([Object.keys(SITE_BUILDERS).length, BUILDER_EVENTS.length]).toEqual([10, 30]);
});

test.each(Object.entries(SITE_BUILDERS))('every price and local time of %s is right', async (source, build) => {
  const documents = BUILDER_EVENTS.map((event, index) => build(event, index));
  const { refusals, ...counts } = await importAll(
    ctx,
    documents.map((document) => JSON.stringify(document)).join('\n'),
    { source },
  );
  expect(refusals).toEqual([]);
  expect(counts).toMatchObject({ read: 30, created: 30, refused: 0, repeated: 0 });

  const rows = await ctx.sql<{ id: string; name: string }[]>`
    SELECT e.id, e.name FROM events e JOIN organizers o ON o.id = e.organizer_id WHERE o.source = ${source}`;
  const listed = await Promise.all(rows.map((row) => listedEvent(ctx, row.id)));
  const shown = (name: string) => listed.find((event) => event?.name.startsWith(name));
  const summary = (event: Event | undefined) =>
    event && {
      timezone: event.timezone,
      date_label: event.display.date_label,
      from: event.tickets.from,
      to: event.tickets.to,
      price_label: event.display.price_label,
      currency: event.tickets.currency,
      starts_at: event.starts_at,
      venue: event.location.venue,
    };
  for (const { name, expected, currency, utc, venue } of BUILDER_EVENTS) {
    expect([name, summary(shown(name))]).toEqual([name, { ...expected, currency, starts_at: `${utc}.000Z`, venue }]);
  }
});
