import { Settings } from 'luxon';
import { instantOf, startOfDay } from '../../src/core/local-time.js';

const wall = (text: string) => Date.parse(`${text}Z`);
const instant = (text: string, timezone: string | null) => new Date(instantOf(wall(text), timezone)).toISOString();

describe('the instant of a wall time', () => {
  it.each([
    ['an ordinary evening', '2027-07-01T20:00', 'Europe/Berlin', '2027-07-01T18:00:00.000Z'],
    ['a time that is skipped, as if it were not', '2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
    ['a time that comes twice: the second', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T01:30:00.000Z'],
    ['half an hour that comes twice', '2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T15:15:00.000Z'],
    ['just before the clocks move', '2027-03-28T01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
    ['just after they have', '2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
    ['without a timezone', '2027-03-28T02:30', null, '2027-03-28T02:30:00.000Z'],
  ])('%s', (_what, text, timezone, expected) => {
    expect(instant(text, timezone)).toBe(expected);
  });

  it('does not depend on the day on which it is asked', () => {
    const now = Settings.now;
    try {
      const asked = ['2027-01-15T00:00Z', '2027-07-15T00:00Z'].map((day) => {
        Settings.now = () => Date.parse(day);
        return instant('2027-10-31T02:30', 'Europe/Berlin');
      });
      expect(new Set(asked).size).toBe(1);
    } finally {
      Settings.now = now;
    }
  });

  it('an unknown timezone has none', () => {
    expect(instantOf(0, 'Mars/Olympus')).toBeNaN();
    expect(startOfDay('2027-01-01', 'Mars/Olympus').getTime()).toBeNaN();
  });
});

describe('the start of a day', () => {
  it.each([
    ['Africa/Cairo', '2027-04-30', '2027-04-29T22:00:00.000Z'],
    ['America/Havana', '2027-03-14', '2027-03-14T05:00:00.000Z'],
    ['America/Havana', '2027-11-07', '2027-11-07T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-01', '2026-12-31T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
  ])('in %s on %s', (timezone, date, expected) => {
    expect(startOfDay(date, timezone).toISOString()).toBe(expected);
  });

  it('is where the day before ends, and a day later one begins', () => {
    expect(startOfDay('2027-04-30', 'Africa/Cairo', 1).toISOString()).toBe('2027-04-30T21:00:00.000Z');
    expect(startOfDay('2027-04-29', 'Africa/Cairo', 1)).toEqual(startOfDay('2027-04-30', 'Africa/Cairo'));
  });
});
