import { dateLabel, priceLabel } from '../../../src/listings/rules/event-labels.js';

it.each([
  ['2026-03-13', null, null, 'Fri 13 Mar 2026'],
  ['2026-03-13', '2026-03-13T18:30:00Z', 'Europe/Berlin', 'Fri 13 Mar 2026, 19:30'],
  ['2026-03-13', '2026-03-13T18:30:00Z', null, 'Fri 13 Mar 2026, 18:30'],
  ['2026-03-13', '2026-03-13T18:30:00Z', 'Mars/Olympus', 'Fri 13 Mar 2026, 18:30'],
  // The day is the venue's, however the instant is called elsewhere.
  ['2026-03-14', '2026-03-13T23:30:00Z', 'Asia/Tokyo', 'Sat 14 Mar 2026, 08:30'],
  ['2026-03-14', '2026-03-14T00:00:00Z', 'UTC', 'Sat 14 Mar 2026, 00:00'],
])('%s, %s in %s: %s', (date, startsAt, timezone, expected) => {
  expect(dateLabel(date, startsAt === null ? null : new Date(startsAt), timezone)).toBe(expected);
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
