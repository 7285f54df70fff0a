import fc from 'fast-check';
import { DateTime } from 'luxon';
import { EARLIEST_ZONE, filterDate, isUpcoming, LATEST_START } from '../../../src/listings/rules/event-time.js';

const now = new Date('2026-11-02T09:00:00Z');
const later = new Date('2026-11-02T09:00:00.001Z');

describe('isUpcoming', () => {
  it.each(['scheduled', 'postponed', 'rescheduled', 'sold_out'] as const)('%s until its end', (status) => {
    expect(isUpcoming(status, later, now)).toBe(true);
    expect(isUpcoming(status, now, now)).toBe(false);
  });

  it.each(['cancelled', 'completed'] as const)('never %s', (status) => {
    expect(isUpcoming(status, later, now)).toBe(false);
  });
});

describe('filterDate', () => {
  it('keeps the venue’s day in every timezone, also for a night that began the day before', () => {
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kolkata', 'UTC']) {
      for (const hours of [0, 12, 23.9, 30]) {
        const start = DateTime.fromISO('2027-03-13', { zone }).plus({ hours }).toJSDate();
        expect(filterDate('2027-03-13', start)).toBe('2027-03-13');
      }
    }
  });

  it('is always within the bounds on the start', () => {
    const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(day, day, (date, start) => {
        const offset = start.getTime() - Date.parse(filterDate(date.toISOString().slice(0, 10), start));
        expect(offset).toBeGreaterThanOrEqual(-EARLIEST_ZONE);
        expect(offset).toBeLessThan(LATEST_START);
      }),
    );
  });
});
