import { translator } from '../../../src/core/locales/messages.js';
import type { Event } from '../../../src/core/wire/event.js';
import { dateLabel, priceLabel, translateDisplay } from '../../../src/listings/rules/event-labels.js';
import { wireEvent } from '../../support/data/wire-event.js';

it.each([
  ['2026-03-13', null, null, 'Fri 13 Mar 2026'],
  ['2026-03-13', '2026-03-13T18:30:00Z', 'Europe/Berlin', 'Fri 13 Mar 2026, 19:30'],
  ['2026-03-13', '2026-03-13T18:30:00Z', null, 'Fri 13 Mar 2026, 18:30 UTC'],
  ['2026-03-13', '2026-03-13T18:30:00Z', 'Mars/Olympus', 'Fri 13 Mar 2026, 18:30 UTC'],
  // The day is the venue's, however the instant is called elsewhere.
  ['2026-03-14', '2026-03-13T23:30:00Z', 'Asia/Tokyo', 'Sat 14 Mar 2026, 08:30'],
  ['2026-03-14', '2026-03-14T00:00:00Z', 'UTC', 'Sat 14 Mar 2026, 00:00 UTC'],
])('%s, %s in %s: %s', (date, startsAt, timezone, expected) => {
  const clock = { timezone, utcOffset: null, online: false };
  expect(dateLabel(date, startsAt === null ? null : new Date(startsAt), clock)).toBe(expected);
});

it.each([
  // Without a zone, the organizer's offset is the local time.
  ['2026-07-04', '2026-07-05T01:00:00Z', { utcOffset: -300 }, 'Sat 4 Jul 2026, 20:00'],
  ['2026-07-04', '2026-07-04T18:00:00Z', { utcOffset: 120 }, 'Sat 4 Jul 2026, 20:00'],
  ['2026-07-04', '2026-07-04T13:30:00Z', { utcOffset: 330 }, 'Sat 4 Jul 2026, 19:00'],
  ['2026-07-04', '2026-07-04T22:30:00Z', { utcOffset: -150 }, 'Sat 4 Jul 2026, 20:00'],
  ['2026-07-04', '2026-07-04T10:15:00Z', { utcOffset: 585 }, 'Sat 4 Jul 2026, 20:00'],
  ['2026-07-04', '2026-07-04T20:00:00Z', { utcOffset: 0 }, 'Sat 4 Jul 2026, 20:00 UTC'],
  // Online events are read in many zones.
  ['2026-07-04', '2026-07-04T18:00:00Z', { timezone: 'Europe/Berlin', online: true }, 'Sat 4 Jul 2026, 20:00 UTC+2'],
  ['2026-01-04', '2026-01-04T19:00:00Z', { timezone: 'Europe/Berlin', online: true }, 'Sun 4 Jan 2026, 20:00 UTC+1'],
  ['2026-07-04', '2026-07-05T00:00:00Z', { timezone: 'America/New_York', online: true }, 'Sat 4 Jul 2026, 20:00 UTC-4'],
  ['2026-07-04', '2026-07-04T14:30:00Z', { timezone: 'Asia/Kolkata', online: true }, 'Sat 4 Jul 2026, 20:00 UTC+5:30'],
  [
    '2026-07-04',
    '2026-07-04T22:30:00Z',
    { timezone: 'America/St_Johns', online: true },
    'Sat 4 Jul 2026, 20:00 UTC-2:30',
  ],
  ['2026-07-04', '2026-07-05T03:00:00Z', { utcOffset: -420, online: true }, 'Sat 4 Jul 2026, 20:00 UTC-7'],
  ['2026-07-04', '2026-07-04T20:00:00Z', { online: true }, 'Sat 4 Jul 2026, 20:00 UTC'],
  ['2026-07-04', '2026-07-04T20:00:00Z', { timezone: 'Africa/Abidjan' }, 'Sat 4 Jul 2026, 20:00'],
])('%s, %s with %j: %s', (date, startsAt, clock, expected) => {
  expect(dateLabel(date, new Date(startsAt), { timezone: null, utcOffset: null, online: false, ...clock })).toBe(
    expected,
  );
});

it.each([
  [null, null, 'EUR', 'Price not announced'],
  [0, 0, 'EUR', 'Free'],
  [0, null, null, 'Free'],
  [0, 20, 'EUR', 'Free – €20'],
  [20, 20, 'EUR', '€20'],
  [20, null, 'EUR', '€20'],
  [20, 80.5, 'EUR', '€20 – €80.50'],
  [1250, null, 'JPY', '¥1,250'],
  [1.25, null, 'KWD', 'KWD\u00a01.250'],
  [12.5, null, null, '12.5'],
])('from %j to %j %s: %s', (from, to, currency, expected) => {
  expect(priceLabel(from, to, currency)).toBe(expected);
});

const local = { timezone: 'Europe/Berlin', utcOffset: null, online: false };
const evening = new Date('2026-03-13T18:30:00Z');

describe('in German', () => {
  const t = translator('de');

  it.each([
    [null, local, 'Fr., 13. März 2026'],
    [evening, local, 'Fr., 13. März 2026, 19:30\u00a0Uhr'],
    [evening, { ...local, online: true }, 'Fr., 13. März 2026, 19:30\u00a0Uhr (UTC+1)'],
    [evening, { timezone: null, utcOffset: -150, online: true }, 'Fr., 13. März 2026, 16:00\u00a0Uhr (UTC-2:30)'],
    [evening, { timezone: null, utcOffset: null, online: false }, 'Fr., 13. März 2026, 18:30\u00a0Uhr (UTC)'],
  ])('%s by %j: %s, also when only the English label is left', (startsAt, clock, expected) => {
    expect(dateLabel('2026-03-13', startsAt, clock, t)).toBe(expected);
    const shown = wireEvent({ date: '2026-03-13' });
    shown.display.date_label = dateLabel('2026-03-13', startsAt, clock);
    translateDisplay(shown, t);
    expect(shown.display.date_label).toBe(expected);
  });

  it.each<[Event['tickets']['from'], Event['tickets']['to'], string | null, string]>([
    [null, null, 'EUR', 'Preis noch nicht bekannt'],
    [0, 0, 'EUR', 'Kostenlos'],
    [0, 20, 'EUR', 'Kostenlos bis 20\u00a0€'],
    [20, 80.5, 'EUR', '20\u00a0€ – 80,50\u00a0€'],
    [1250, null, 'JPY', '1.250\u00a0¥'],
  ])('from %j to %j %s: %s', (from, to, currency, expected) => {
    expect(priceLabel(from, to, currency, t)).toBe(expected);
  });
});
