import { knownZone, localDay } from '../../src/core/local-time.js';

it.each([
  ['2027-01-01T10:00:00Z', 'Pacific/Kiritimati', '2027-01-02'],
  ['2027-01-01T09:59:59Z', 'Pacific/Kiritimati', '2027-01-01'],
  ['2027-01-01T04:59:59Z', 'America/New_York', '2026-12-31'],
  ['2027-01-01T05:00:00Z', 'America/New_York', '2027-01-01'],
  // The clocks skip midnight: the day begins with one o'clock.
  ['2027-04-29T21:59:59Z', 'Africa/Cairo', '2027-04-29'],
  ['2027-04-29T22:00:00Z', 'Africa/Cairo', '2027-04-30'],
  ['2027-01-01T23:59:59Z', null, '2027-01-01'],
  ['2027-01-01T23:59:59Z', 'Mars/Olympus', '2027-01-01'],
])('%s in %s falls on %s', (instant, timezone, day) => {
  expect(localDay(Date.parse(instant), timezone)).toBe(day);
});

it.each([
  ['Europe/Kyiv', 'Europe/Kyiv'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
  [null, 'UTC'],
])('the zone %s is shown as %s', (timezone, shown) => {
  expect(knownZone(timezone)).toBe(shown);
});
